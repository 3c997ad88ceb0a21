"""The passes canonicalize and cse, for kernels: MLIR's greedy rewriting, with the rules that kernels need.

`driver` has the passes, `rewriter` what rules use, `effects` which operations may be removed, and the other modules
have the rules of dialects. A rule that is missing leaves an operation as it is: the kernel computes the same, and
the plugin's own canonicalizer, which runs later, has that rule.
"""
