#define _POSIX_C_SOURCE 200809L  // nanosleep
#include "references.h"

#include <pthread.h>
#include <stddef.h>
#include <time.h>

#include "api.h"
#include "pjrt_calls.h"

bool references_possible(const PJRT_Api *api) {
#define HAS(function) (API_HAS(api, function) && api->function != NULL)
  return HAS(PJRT_Buffer_IncreaseExternalReferenceCount) && HAS(PJRT_Buffer_DecreaseExternalReferenceCount) &&
         HAS(PJRT_Buffer_OpaqueDeviceMemoryDataPointer) && HAS(PJRT_Buffer_UnsafePointer) &&
         HAS(PJRT_Buffer_Delete) && HAS(PJRT_Buffer_IsDeleted) && HAS(PJRT_Buffer_ReadyEvent) &&
         HAS(PJRT_Event_Await) && HAS(PJRT_Event_Destroy) && HAS(PJRT_Error_Destroy);
#undef HAS
}

// ---- The calls in progress; each record is on its caller's stack.

// What a call does to its buffer.
typedef enum { LISTS = 1, TAKES = 2, DELETES = 4 } doing;

typedef struct turn {
  const PJRT_Buffer *of;
  int does;  // flags of `doing`
  struct turn *next;
} turn;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;
static turn *under_way;
static size_t waiting;

static bool collide(int one, int other) {
  return (one & other & LISTS) || (one & TAKES && other & DELETES) || (one & DELETES && other & TAKES);
}

static const turn *in_the_way(const turn *mine, bool is_deleted) {
  const turn *one = under_way;
  while (one != NULL &&
         (one->of != mine->of || !collide(mine->does, one->does) || (is_deleted && one->does == DELETES)))
    one = one->next;
  return one;
}

static bool deleted(const PJRT_Api *api, PJRT_Buffer *buffer) {
  PJRT_Buffer_IsDeleted_Args args = ARGS(PJRT_Buffer_IsDeleted, .buffer = buffer);
  PJRT_Error *error = api->PJRT_Buffer_IsDeleted(&args);
  if (error != NULL) api->PJRT_Error_Destroy(&ARGS(PJRT_Error_Destroy, .error = error));
  return error == NULL && args.is_deleted;
}

// A deletion may wait for a program whose host callback makes this call. But by then the buffer is marked as
// deleted, so taking a reference need not wait: the library refuses it.
static void begin(const PJRT_Api *api, PJRT_Buffer *buffer, turn *mine) {
  const struct timespec a_while = {0, 100 * 1000};
  bool is_deleted = false;
  pthread_mutex_lock(&lock);
  for (const turn *other; (other = in_the_way(mine, is_deleted)) != NULL;) {
    if (other->does == DELETES) {
      pthread_mutex_unlock(&lock);
      is_deleted = deleted(api, buffer);
      if (!is_deleted) nanosleep(&a_while, NULL);
      pthread_mutex_lock(&lock);
    } else {
      ++waiting;
      pthread_cond_wait(&ended, &lock);
      --waiting;
    }
  }
  mine->next = under_way;
  under_way = mine;
  pthread_mutex_unlock(&lock);
}

static void end(const turn *mine) {
  pthread_mutex_lock(&lock);
  turn **place = &under_way;
  while (*place != mine) place = &(*place)->next;
  *place = mine->next;
  if (waiting > 0) pthread_cond_broadcast(&ended);
  pthread_mutex_unlock(&lock);
}

// ---- The functions.

PJRT_Error *references_increase(const PJRT_Api *api, PJRT_Buffer_IncreaseExternalReferenceCount_Args *args) {
  // Delete first: otherwise the library would wait for the buffer, and so for a callback that may be about to
  // delete it.
  PJRT_Error *error = await_buffer(api, args->buffer);
  if (error != NULL) return error;
  turn mine = {args->buffer, LISTS | TAKES, NULL};
  begin(api, args->buffer, &mine);
  error = api->PJRT_Buffer_IncreaseExternalReferenceCount(args);
  end(&mine);
  return error;
}

PJRT_Error *references_decrease(const PJRT_Api *api, PJRT_Buffer_DecreaseExternalReferenceCount_Args *args) {
  turn mine = {args->buffer, LISTS, NULL};
  begin(api, args->buffer, &mine);
  PJRT_Error *error = api->PJRT_Buffer_DecreaseExternalReferenceCount(args);
  end(&mine);
  return error;
}

PJRT_Error *references_delete(const PJRT_Api *api, PJRT_Buffer_Delete_Args *args) {
  turn mine = {args->buffer, DELETES, NULL};
  begin(api, args->buffer, &mine);
  PJRT_Error *error = api->PJRT_Buffer_Delete(args);
  end(&mine);
  return error;
}

PJRT_Error *references_address(const PJRT_Api *api, PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args *args) {
  turn mine = {args->buffer, TAKES, NULL};
  begin(api, args->buffer, &mine);
  PJRT_Error *error = api->PJRT_Buffer_OpaqueDeviceMemoryDataPointer(args);
  end(&mine);
  return error;
}

PJRT_Error *references_unsafe_pointer(const PJRT_Api *api, PJRT_Buffer_UnsafePointer_Args *args) {
  PJRT_Error *error = await_buffer(api, args->buffer);
  if (error != NULL) return error;
  turn mine = {args->buffer, TAKES, NULL};
  begin(api, args->buffer, &mine);
  error = api->PJRT_Buffer_UnsafePointer(args);
  end(&mine);
  return error;
}
