"""Gold evaluations by an installed swebench 4.x, in images that are here. Argument: a JSON file of tasks. One round for each line it is sent.

A task: {"row": its published row, "image": an image's id, "activate": shell lines in place of those that bring conda, or null}. First it
says its version; a round is asked for by {"run": name, "workers": n, "seconds": n} and answered by {"wallSeconds": s, "evaluations": [...]}.
Of an evaluation's seconds `removeSeconds` went into ending and removing its container.
"""

import importlib.metadata
import json
import os
import platform
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # what the package prints is no answer

import docker
from swebench.harness import run_evaluation
from swebench.harness.constants import LOG_REPORT, LOG_TEST_OUTPUT, MAP_REPO_VERSION_TO_SPECS, RUN_EVALUATION_LOG_DIR
from swebench.harness.grading import get_logs_eval
from swebench.harness.run_evaluation import run_instance
from swebench.harness.test_spec.create_scripts import make_eval_script_list
from swebench.harness.test_spec.test_spec import TestSpec

# The package takes an image of this namespace from the daemon, by its name.
NAMESPACE = "lucid-bench"
# Where there is no network, pip's retries only wait; ours turns them off, too.
NO_RETRIES = "export PIP_RETRIES=0"
CONDA = ["source /opt/miniconda3/bin/activate", "conda activate testbed"]


def spec_of(row, activate):
    specs = MAP_REPO_VERSION_TO_SPECS[row["repo"]][row["version"]]
    lines = make_eval_script_list(row, specs, "testbed", "/testbed", row["base_commit"], row["test_patch"])
    if activate is not None:
        lines = [new for line in lines for new in (activate if line == CONDA[0] else [] if line == CONDA[1] else [line])]
    return TestSpec(
        instance_id=row["instance_id"],
        repo=row["repo"],
        version=row["version"],
        repo_script_list=[],
        eval_script_list=[NO_RETRIES, *lines],
        env_script_list=[],
        arch="arm64" if platform.machine() in ("aarch64", "arm64") else "x86_64",
        FAIL_TO_PASS=row["FAIL_TO_PASS"],
        PASS_TO_PASS=row["PASS_TO_PASS"],
        language="py",
        docker_specs=specs.get("docker_specs", {}),
        namespace=NAMESPACE,
    )


removed = threading.local()
cleanup_container = run_evaluation.cleanup_container


def timed_cleanup(*words):
    began = time.monotonic()
    try:
        return cleanup_container(*words)
    finally:
        removed.seconds = time.monotonic() - began


run_evaluation.cleanup_container = timed_cleanup


def evaluate(client, task, run, seconds):
    row, spec = task["row"], task["spec"]
    prediction = {
        "instance_id": row["instance_id"],
        "model_name_or_path": "gold",
        "model_patch": row["patch"],
    }
    removed.seconds = 0
    began = time.monotonic()
    result = run_instance(spec, prediction, False, False, client, run, seconds)
    took = time.monotonic() - began
    folder = RUN_EVALUATION_LOG_DIR / run / "gold" / row["instance_id"]
    answer = {"id": row["instance_id"], "seconds": took, "removeSeconds": removed.seconds}
    if not result["completed"]:
        log = folder / "run_instance.log"
        words = log.read_text().strip().split("\n")[-1] if log.exists() else "no log"
        return {**answer, "error": words[-300:]}
    report = json.loads((folder / LOG_REPORT).read_text())[row["instance_id"]]
    statuses, _ = get_logs_eval(spec, str(folder / LOG_TEST_OUTPUT))
    tests = report.get("tests_status", {})
    passed = [tests.get(kind, {}).get("success", []) for kind in ("FAIL_TO_PASS", "PASS_TO_PASS")]
    return {**answer, "resolved": report["resolved"], "statuses": statuses, "passed": passed}


def main():
    version = importlib.metadata.version("swebench")
    tasks = json.load(open(sys.argv[1]))
    client = docker.from_env()
    tagged = []
    try:
        for task in tasks:
            task["spec"] = spec_of(task["row"], task["activate"])
            name = task["spec"].instance_image_key
            client.images.get(task["image"]).tag(*name.rsplit(":", 1))
            tagged.append(name)
        print(json.dumps({"version": version}), file=answers, flush=True)
        for line in sys.stdin:
            asked = json.loads(line)
            began = time.monotonic()
            with ThreadPoolExecutor(asked["workers"]) as pool:
                found = pool.map(lambda task: evaluate(client, task, asked["run"], asked["seconds"]), tasks)
                evaluations = list(found)
            answer = {"wallSeconds": time.monotonic() - began, "evaluations": evaluations}
            print(json.dumps(answer), file=answers, flush=True)
    finally:
        for name in tagged:
            client.images.remove(name, noprune=True)


main()
