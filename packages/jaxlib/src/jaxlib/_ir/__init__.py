"""The intermediate representation: MLIR's types, attributes, operations, blocks, regions and locations, in Python.

Types and attributes are values: two with the same text are the same. So each is its text, with the parts that are
asked for beside it. What all of them have, and how operations, regions and blocks hold each other, is C++
(`native/ir`), of which the classes here are subclasses. Programs that are read are checked by `verification`; types
are the plugin's compiler's matter, which verifies the whole program and says which line is wrong.

`values` has types and attributes, `operations` what holds them, `dialects` the tables that say which result types
follow from which operands, `inference` the rules, `printing` the text, `parsing` types and attributes from text.
"""
