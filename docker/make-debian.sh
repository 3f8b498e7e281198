#!/bin/sh
# Makes the root folder of a minimal Debian as a tar file, where no registry answers: make-debian.sh OUTPUT.tar
# Needs root and debootstrap. The images of SWE-bench instances are built upon it.
set -eu
suite=bookworm
output=$1
root=$(mktemp -d)
trap 'rm -rf "$root" "$output.part"' EXIT INT TERM
debootstrap --variant=minbase "$suite" "$root" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"}
cd "$root"
rm -rf var/cache/* var/lib/apt/lists/* var/log/* usr/share/doc usr/share/man usr/share/info etc/machine-id
tar --numeric-owner --sort=name -cf "$output.part" .
mv "$output.part" "$output"
