"""Multi-process jobs: `jax.distributed`'s service and client, with the protocol of upstream's jaxlib.

`messages` and `status` define the wire format. `coordinator`, with `tasks`, `barriers` and `key_values`, implements
the service, which `service` exposes over gRPC. `agent` is a process's side of the protocol, on which `client` and
`preemption` are built. gRPC (grpcio) is optional: only `transport` imports it, when a service or client is created.
"""
