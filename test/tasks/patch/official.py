"""What an installed swebench says of logs, for comparison with ours. Development only; reads cases on stdin, writes JSON.

A case: {"log": path, "repo": …, "version": …, "parser": …, "failToPass": […], "passToPass": […]}.
"""

import json
import sys
from types import SimpleNamespace

from swebench.harness import grading


def judge(case):
    spec = SimpleNamespace(
        instance_id="case",
        repo=case["repo"],
        version=case["version"],
        log_parser=case["parser"],
        eval_type="pass_and_fail",
        FAIL_TO_PASS=case["failToPass"],
        PASS_TO_PASS=case["passToPass"],
    )
    try:
        statuses, found = grading.get_logs_eval(spec, case["log"])
        prediction = {"instance_id": "case", "model_patch": "x"}
        report = grading.get_eval_report(spec, prediction, case["log"], True)["case"]
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    tests = report.get("tests_status", {})
    return {
        "found": found,
        "statuses": statuses,
        "resolved": report["resolved"],
        "passed": [tests[kind]["success"] for kind in ("FAIL_TO_PASS", "PASS_TO_PASS")] if tests else None,
        "failed": [tests[kind]["failure"] for kind in ("FAIL_TO_PASS", "PASS_TO_PASS")] if tests else None,
    }


json.dump([judge(case) for case in json.load(sys.stdin)], sys.stdout)
