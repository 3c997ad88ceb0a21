"""A child that answers filter_options' arguments with its result, pickled, until its input ends."""

import importlib
import pickle
import sys

sys.path.insert(0, sys.argv[1])
_pjrt = importlib.import_module("_pjrt")

while True:
    try:
        arguments = pickle.load(sys.stdin.buffer)
    except EOFError:
        break
    pickle.dump(_pjrt.filter_options(*arguments), sys.stdout.buffer)
    sys.stdout.buffer.flush()
