"""Several processes: `jax.distributed`'s service and client, which speak the protocol of upstream's jaxlib.

`messages` and `status` are what goes over the wire; `coordinator`, with `tasks`, `barriers` and `key_values`, is
the service's behaviour, which `service` puts behind gRPC; `agent` is a process's part in a job, on which `client`
and `preemption` build. gRPC (grpcio) is optional: `transport` alone imports it, when a service or client is made.
"""
