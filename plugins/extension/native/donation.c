#define _GNU_SOURCE  // memmem
#include "donation.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "aliases.h"
#include "api.h"
#include "pjrt_calls.h"

// ---- Which programs donate.

typedef struct donor {
  const PJRT_LoadedExecutable *executable;
  bool asked;     // whether `donated` was determined
  bool *donated;  // a flag for each operand; NULL: unknown
  size_t operands;
  struct donor *next;
} donor;

enum { BUCKETS = 256 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  // guards everything below
static donor *donors[BUCKETS];
static atomic_bool any_donor;  // never cleared; until it is set, executions are not recorded

static donor **bucket_of(const PJRT_LoadedExecutable *executable) {
  return &donors[((uintptr_t)executable >> 6) % BUCKETS];
}

// The link that points to the program; it is NULL if the program does not donate. The caller holds the lock.
static donor **find_donor(const PJRT_LoadedExecutable *executable) {
  donor **place = bucket_of(executable);
  while (*place != NULL && (*place)->executable != executable) place = &(*place)->next;
  return place;
}

static bool contains(const PJRT_Program *program, const char *text) {
  return memmem(program->code, program->code_size, text, strlen(text)) != NULL;
}

// jax marks a donated argument with an attribute, whose name MLIR's text and bytecode contain verbatim. Some marked
// programs donate nothing in the end, which is harmless.
static bool is_marked(const PJRT_Program *program) {
  return contains(program, "tf.aliasing_output") || contains(program, "jax.buffer_donor");
}

static bool is_mlir(const PJRT_Program *program) {
  return program->format_size == strlen("mlir") && memcmp(program->format, "mlir", strlen("mlir")) == 0;
}

// Whether results alias operands, according to the library; true if it does not report that.
static bool reuses_operands(const PJRT_Api *api, PJRT_LoadedExecutable *executable) {
  if (!API_HAS(api, PJRT_Executable_GetCompiledMemoryStats) || api->PJRT_Executable_GetCompiledMemoryStats == NULL)
    return true;
  PJRT_LoadedExecutable_GetExecutable_Args described =
      ARGS(PJRT_LoadedExecutable_GetExecutable, .loaded_executable = executable);
  PJRT_Error *error = api->PJRT_LoadedExecutable_GetExecutable(&described);
  PJRT_Executable_GetCompiledMemoryStats_Args memory =
      ARGS(PJRT_Executable_GetCompiledMemoryStats, .executable = described.executable);
  if (error == NULL) {
    error = api->PJRT_Executable_GetCompiledMemoryStats(&memory);
    PJRT_Error *refusal =
        api->PJRT_Executable_Destroy(&ARGS(PJRT_Executable_Destroy, .executable = described.executable));
    if (refusal != NULL) api->PJRT_Error_Destroy(&ARGS(PJRT_Error_Destroy, .error = refusal));
  }
  if (error == NULL) return memory.alias_size_in_bytes != 0;
  api->PJRT_Error_Destroy(&ARGS(PJRT_Error_Destroy, .error = error));
  return true;
}

bool donation_compiling(const PJRT_Program *program) {
  const bool marked = is_mlir(program) && is_marked(program);
  if (marked) any_donor = true;
  return marked;
}

void donation_compiled(const PJRT_Api *api, PJRT_LoadedExecutable *executable, const PJRT_Program *program,
                       bool marked) {
  const bool readable = program != NULL && is_mlir(program);
  if (!(readable ? marked : reuses_operands(api, executable))) return;
  any_donor = true;
  donor *made = malloc(sizeof *made);
  if (made == NULL) return;
  pthread_mutex_lock(&lock);
  donor **bucket = bucket_of(executable);
  *made = (donor){.executable = executable, .next = *bucket};
  *bucket = made;
  pthread_mutex_unlock(&lock);
}

void donation_destroyed(const PJRT_LoadedExecutable *executable) {
  if (!any_donor) return;
  pthread_mutex_lock(&lock);
  donor **place = find_donor(executable);
  donor *gone = *place;
  if (gone != NULL) *place = gone->next;
  pthread_mutex_unlock(&lock);
  if (gone == NULL) return;
  free(gone->donated);
  free(gone);
}

// ---- Executions that are being enqueued, oldest first.

// A Bloom filter of operands: one bit per operand, chosen by its address. It has false positives.
enum { FILTER_LOG_BITS = 14, FILTER_BITS = 1 << FILTER_LOG_BITS, WORD = 64 };
typedef uint64_t filter[FILTER_BITS / WORD];

typedef struct execution {
  const PJRT_LoadedExecutable_Execute_Args *args;
  donor *donates;  // NULL if the program donates nothing
  bool calls_back;
  bool called_back;  // a host callback ran, so the program already has its place in the queue
  bool filled;
  struct execution *previous;
  struct execution *next;
  filter operands;  // valid once `filled`; only for a program that donates
} execution;

static execution *first, *last;
static size_t waiting;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static size_t bit_of(const PJRT_Buffer *buffer) {
  return (size_t)(((uint64_t)(uintptr_t)buffer >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> (64 - FILTER_LOG_BITS));
}

static void fill(execution *donating) {
  const PJRT_LoadedExecutable_Execute_Args *args = donating->args;
  memset(donating->operands, 0, sizeof donating->operands);
  for (size_t device = 0; device < args->num_devices; ++device)
    for (size_t index = 0; index < args->num_args; ++index) {
      const size_t bit = bit_of(args->argument_lists[device][index]);
      donating->operands[bit / WORD] |= UINT64_C(1) << bit % WORD;
    }
  donating->filled = true;
}

static bool has_operand(const PJRT_LoadedExecutable_Execute_Args *args, const PJRT_Buffer *buffer) {
  for (size_t device = 0; device < args->num_devices; ++device)
    for (size_t index = 0; index < args->num_args; ++index)
      if (args->argument_lists[device][index] == buffer) return true;
  return false;
}

// Whether a donating program's execution shares an operand with another execution. The caller holds the lock.
static bool shares(execution *donating, const execution *other) {
  if (!donating->filled) fill(donating);
  const PJRT_LoadedExecutable_Execute_Args *args = other->args;
  for (size_t device = 0; device < args->num_devices; ++device)
    for (size_t index = 0; index < args->num_args; ++index) {
      const PJRT_Buffer *buffer = args->argument_lists[device][index];
      const size_t bit = bit_of(buffer);
      if (donating->operands[bit / WORD] >> bit % WORD & 1 && has_operand(donating->args, buffer)) return true;
    }
  return false;
}

// The caller holds the lock.
static bool must_wait(execution *this) {
  for (execution *each = first; each != this; each = each->next) {
    if (each->called_back) continue;
    if (each->donates != NULL ? shares(each, this) : this->donates != NULL && shares(this, each)) return true;
  }
  return false;
}

static void enter(execution *this) {
  pthread_mutex_lock(&lock);
  this->donates = *find_donor(this->args->executable);
  this->previous = last;
  *(last == NULL ? &first : &last->next) = this;
  last = this;
  while (must_wait(this)) {
    ++waiting;
    pthread_cond_wait(&changed, &lock);
    --waiting;
  }
  pthread_mutex_unlock(&lock);
}

// Buffers that were recently donated, and may have been deleted since the caller checked them: two filters, of
// which the older one is read-only.
static _Atomic uint64_t recent[2][FILTER_BITS / WORD];  // written under the lock
static size_t recent_count;

// The caller holds the lock.
static void note_donation(const PJRT_LoadedExecutable_Execute_Args *args) {
  for (size_t device = 0; device < args->num_devices; ++device)
    for (size_t index = 0; index < args->num_args; ++index) {
      const size_t bit = bit_of(args->argument_lists[device][index]);
      const uint64_t word = recent[0][bit / WORD];
      const uint64_t with = word | UINT64_C(1) << bit % WORD;
      if (with == word) continue;
      recent[0][bit / WORD] = with;
      if (++recent_count <= FILTER_BITS / 4) continue;
      for (size_t at = 0; at < FILTER_BITS / WORD; ++at) {
        recent[1][at] = recent[0][at];
        recent[0][at] = 0;
      }
      recent_count = 0;
    }
}

static bool donated_lately(const PJRT_Buffer *buffer) {
  const size_t bit = bit_of(buffer);
  const uint64_t newer = atomic_load_explicit(&recent[0][bit / WORD], memory_order_acquire);
  const uint64_t older = atomic_load_explicit(&recent[1][bit / WORD], memory_order_relaxed);  // written first
  return (newer | older) >> bit % WORD & 1;
}

static void leave(execution *this) {
  pthread_mutex_lock(&lock);
  if (this->donates != NULL && this->args->num_devices > 1) note_donation(this->args);
  *(this->previous == NULL ? &first : &this->previous->next) = this->next;
  *(this->next == NULL ? &last : &this->next->previous) = this->previous;
  if (waiting != 0) pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

// ---- Programs for several devices. If such a program fails to start on one of its devices, XLA:CPU hangs in the
// next program, because only devices that started give up their places in the queue. Therefore the reasons to
// refuse an operand are checked beforehand.

// The library's error for an operand that was deleted; NULL if none was.
static PJRT_Error *missing_operand(const PJRT_Api *api, const PJRT_LoadedExecutable_Execute_Args *args) {
  for (size_t device = 0; device < args->num_devices; ++device)
    for (size_t index = 0; index < args->num_args; ++index) {
      PJRT_Buffer *buffer = args->argument_lists[device][index];
      if (!donated_lately(buffer)) continue;
      PJRT_Buffer_IsDeleted_Args asked = ARGS(PJRT_Buffer_IsDeleted, .buffer = buffer);
      PJRT_Error *error = api->PJRT_Buffer_IsDeleted(&asked);
      if (error != NULL) return error;
      if (!asked.is_deleted) continue;
      PJRT_Buffer_ReadyEvent_Args ready = ARGS(PJRT_Buffer_ReadyEvent, .buffer = buffer);
      error = api->PJRT_Buffer_ReadyEvent(&ready);
      if (error != NULL) return error;
      error = api->PJRT_Event_Await(&ARGS(PJRT_Event_Await, .event = ready.event));  // the event is already an error
      PJRT_Error *refusal = api->PJRT_Event_Destroy(&ARGS(PJRT_Event_Destroy, .event = ready.event));
      if (refusal != NULL) api->PJRT_Error_Destroy(&ARGS(PJRT_Error_Destroy, .error = refusal));
      if (error != NULL) return error;
    }
  return NULL;
}

// A flag for each operand: whether the program donates it; or NULL. The caller keeps the program alive.
static const bool *donated_operands(const PJRT_Api *api, donor *of, const PJRT_LoadedExecutable_Execute_Args *args) {
  pthread_mutex_lock(&lock);
  const bool asked = of->asked;
  pthread_mutex_unlock(&lock);
  bool *answer = asked ? NULL : aliases_read(api, args->executable, args->num_args);
  pthread_mutex_lock(&lock);
  if (!of->asked) {
    of->asked = true;
    of->donated = answer;
    of->operands = args->num_args;
    answer = NULL;
  }
  const bool *donated = of->operands == args->num_args ? of->donated : NULL;
  pthread_mutex_unlock(&lock);
  free(answer);
  return donated;
}

// Whether a donated operand occurs twice on the device. Most executions have no duplicates, which the filter shows.
static bool repeats_donated(const PJRT_Api *api, execution *this, PJRT_Buffer *const *operands) {
  filter seen = {0};
  for (size_t index = 0; index < this->args->num_args; ++index) {
    const size_t bit = bit_of(operands[index]);
    const bool maybe = seen[bit / WORD] >> bit % WORD & 1;
    seen[bit / WORD] |= UINT64_C(1) << bit % WORD;
    for (size_t before = 0; maybe && before < index; ++before) {
      if (operands[before] != operands[index]) continue;
      const bool *donated = donated_operands(api, this->donates, this->args);
      if (donated != NULL && (donated[before] || donated[index])) return true;
    }
  }
  return false;
}

// The library's error for a donated operand that occurs twice, obtained by a start on that device alone; or NULL.
static PJRT_Error *repeated_operand(const PJRT_Api *api, execution *this) {
  const PJRT_LoadedExecutable_Execute_Args *args = this->args;
  if (args->options != NULL && args->options->num_non_donatable_input_indices != 0) return NULL;
  for (size_t device = 0; device < args->num_devices; ++device) {
    if (!repeats_donated(api, this, args->argument_lists[device])) continue;
    PJRT_LoadedExecutable_AddressableDevices_Args devices =
        ARGS(PJRT_LoadedExecutable_AddressableDevices, .executable = args->executable);
    PJRT_Error *error = api->PJRT_LoadedExecutable_AddressableDevices(&devices);
    if (error != NULL) return error;
    if (devices.num_addressable_devices != args->num_devices) return NULL;
    return api->PJRT_LoadedExecutable_Execute(
        &ARGS(PJRT_LoadedExecutable_Execute, .executable = args->executable, .options = args->options,
              .argument_lists = args->argument_lists + device, .num_devices = 1, .num_args = args->num_args,
              .output_lists = args->output_lists + device,
              .execute_device = devices.addressable_devices[device]));
  }
  return NULL;
}

static PJRT_Error *refused_operand(const PJRT_Api *api, execution *this) {
  PJRT_Error *error = missing_operand(api, this->args);
  return error == NULL && this->donates != NULL ? repeated_operand(api, this) : error;
}

PJRT_Error *donation_execute(const PJRT_Api *api, PJRT_LoadedExecutable_Execute_Args *args, bool calls_back) {
  if (!any_donor) return api->PJRT_LoadedExecutable_Execute(args);
  execution this;  // without initializing the filter, which is rarely needed
  this.args = args;
  this.calls_back = calls_back;
  this.called_back = this.filled = false;
  this.next = NULL;
  enter(&this);
  PJRT_Error *error = args->num_devices > 1 ? refused_operand(api, &this) : NULL;
  if (error == NULL) error = api->PJRT_LoadedExecutable_Execute(args);
  leave(&this);
  return error;
}

void donation_calling_back(void) {
  if (!any_donor) return;
  pthread_mutex_lock(&lock);
  // A callback does not know its program, because XLA may call it from another thread.
  for (execution *each = first; each != NULL; each = each->next)
    if (each->calls_back) each->called_back = true;
  if (waiting != 0) pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}
