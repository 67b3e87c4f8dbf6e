"""Calls a function in a new process each time, with no sandbox: `python-calls.py fork|spawn CALLS`, arguments on stdin.

Two calls at a time, as many as the benchmark's interpreters. Prints milliseconds per call.
"""

import gc
import json
import os
import subprocess
import sys
import time

SOURCE = "def f(x):\n    return x"
CHILD = f"import json, sys\n{SOURCE}\njson.dump(f(**json.load(sys.stdin)), sys.stdout)"


def answer(text):
    namespace = {}
    exec(SOURCE, namespace)
    return json.dumps(namespace["f"](**json.loads(text))).encode()


def forked(text):
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        with open(writer, "wb") as stream:
            stream.write(answer(text))
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as stream:
        json.loads(stream.read())
    os.waitpid(pid, 0)


def spawned(text):
    result = subprocess.run([sys.executable, "-s", "-S", "-c", CHILD], input=text.encode(), capture_output=True, check=True)
    json.loads(result.stdout)


def main():
    call, calls = {"fork": forked, "spawn": spawned}[sys.argv[1]], int(sys.argv[2])
    text = sys.stdin.read()
    gc.freeze()
    start = time.perf_counter()
    other = os.fork()
    for _ in range(calls // 2):
        call(text)
    if other == 0:
        os._exit(0)
    os.waitpid(other, 0)
    print((time.perf_counter() - start) * 1000 / (calls // 2 * 2))


main()
