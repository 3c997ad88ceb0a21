"""The module `jaxlib.weakref_lru_cache`, whose names come from the native module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jaxlib import _native
from jaxlib._missing import fill_in

WeakrefLRUCache = _native.weakref_lru_cache.WeakrefLRUCache
MultiWeakrefLRUCache = _native.weakref_lru_cache.MultiWeakrefLRUCache
StrongLRUCache = _native.weakref_lru_cache.StrongLRUCache
WeakValueInterner = _native.weakref_lru_cache.WeakValueInterner
WeakKeyWeakValueCache = _native.weakref_lru_cache.WeakKeyWeakValueCache
WeakrefLRUCacheInfo = _native.weakref_lru_cache.WeakrefLRUCacheInfo
weakref_lru_cache: Callable[..., Any] = _native.weakref_lru_cache.weakref_lru_cache
strong_lru_cache: Callable[..., Any] = _native.weakref_lru_cache.strong_lru_cache
multi_weakref_lru_cache: Callable[..., Any] = _native.weakref_lru_cache.multi_weakref_lru_cache
weak_value_interner: Callable[..., Any] = _native.weakref_lru_cache.weak_value_interner
weak_key_weak_value_cache: Callable[..., Any] = _native.weakref_lru_cache.weak_key_weak_value_cache

__getattr__: Callable[[str], Any] = fill_in("jaxlib.weakref_lru_cache")
