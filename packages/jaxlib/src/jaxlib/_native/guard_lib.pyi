"""`jaxlib._jax.guard_lib`: transfer guards."""

import enum

class TransferGuardLevel(enum.Enum):
    ALLOW = 0

    LOG = 1

    DISALLOW = 2

    LOG_EXPLICIT = 3

    DISALLOW_EXPLICIT = 4

class GarbageCollectionGuardLevel(enum.Enum):
    ALLOW = 0

    LOG = 1

    FATAL = 2

class GuardState:
    @property
    def host_to_device(self) -> TransferGuardLevel | None: ...
    @host_to_device.setter
    def host_to_device(self, value: TransferGuardLevel | None, /) -> None: ...
    @property
    def device_to_device(self) -> TransferGuardLevel | None: ...
    @device_to_device.setter
    def device_to_device(self, value: TransferGuardLevel | None, /) -> None: ...
    @property
    def device_to_host(self) -> TransferGuardLevel | None: ...
    @device_to_host.setter
    def device_to_host(self, value: TransferGuardLevel | None, /) -> None: ...
    @property
    def explicit_device_put(self) -> bool: ...
    @explicit_device_put.setter
    def explicit_device_put(self, value: bool, /) -> None: ...
    @property
    def explicit_device_get(self) -> bool: ...
    @explicit_device_get.setter
    def explicit_device_get(self, value: bool, /) -> None: ...
    @property
    def garbage_collect_array(self) -> GarbageCollectionGuardLevel | None: ...
    @garbage_collect_array.setter
    def garbage_collect_array(self, value: GarbageCollectionGuardLevel | None, /) -> None: ...

def global_state() -> GuardState: ...
def thread_local_state() -> GuardState: ...
def update_thread_guard_global_state(value: bool, /) -> None: ...
