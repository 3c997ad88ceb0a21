// DLPack's ABI, version 0.8: tensors, their deleters, and capsules.
//
// Ownership: the consumer of a DLManagedTensor renames the capsule, and calls the deleter exactly once when it no
// longer needs the elements, on any thread, with or without the GIL.
#ifndef PJRT_DLPACK_H_
#define PJRT_DLPACK_H_

#include <cstdint>

namespace pjrt {

struct DLTensor {
  void* data;
  struct {
    std::int32_t type, id;
  } device;
  std::int32_t rank;
  struct {
    std::uint8_t code, bits;
    std::uint16_t lanes;
  } dtype;
  std::int64_t* shape;
  std::int64_t* strides;  // in elements; null: row-major without gaps
  std::uint64_t byte_offset;
};
struct DLManagedTensor {
  DLTensor tensor;
  void* context;
  void (*deleter)(DLManagedTensor*);
};
static_assert(sizeof(DLTensor) == 48 && sizeof(DLManagedTensor) == 64, "DLPack's layout");

// From DLPack 1.0 on, for consumers that request it.
struct DLManagedTensorVersioned {
  std::uint32_t major, minor;
  void* context;
  void (*deleter)(DLManagedTensorVersioned*);
  std::uint64_t flags;
  DLTensor tensor;
};
static_assert(sizeof(DLManagedTensorVersioned) == 80, "DLPack's layout");
inline constexpr std::uint32_t kDLMajor = 1, kDLMinor = 3;
inline constexpr std::uint64_t kDLReadOnly = 1, kDLCopied = 2;

inline constexpr int kDLCPU = 1, kDLCUDA = 2, kDLCUDAHost = 3, kDLROCM = 10, kDLROCMHost = 11;
inline constexpr const char *kDLCapsule = "dltensor", *kDLUsedCapsule = "used_dltensor";
inline constexpr const char *kDLVersionedCapsule = "dltensor_versioned",
                            *kDLUsedVersionedCapsule = "used_dltensor_versioned";

}  // namespace pjrt

#endif  // PJRT_DLPACK_H_
