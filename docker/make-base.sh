#!/bin/sh
# Makes the root folder of a small Debian with Python as a tar file, where no registry answers: make-base.sh OUTPUT.tar
# Needs root and debootstrap. The Debian release has the same minor version of Python as the Dockerfile's base.
set -eu
suite=bookworm
output=$1
root=$(mktemp -d)
trap 'rm -rf "$root" "$output.part"' EXIT INT TERM
debootstrap --variant=minbase --include=python3 "$suite" "$root" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"}
cd "$root"
rm -rf var/cache/* var/lib/apt/lists/* var/log/* usr/share/doc usr/share/man usr/share/info usr/share/locale etc/machine-id
tar --numeric-owner --sort=name -cf "$output.part" .
mv "$output.part" "$output"
