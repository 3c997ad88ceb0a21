; ModuleID = '__compute_module_copy_reduce_fusion_kernel_module'
source_filename = "__compute_module_copy_reduce_fusion_kernel_module"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind uwtable
define noalias noundef ptr @copy_reduce_fusion(ptr readonly captures(none) %0) local_unnamed_addr #0 {
vector.ph:
  tail call void @llvm.experimental.noalias.scope.decl(metadata !3)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !6)
  %1 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %2 = load ptr, ptr %1, align 8, !invariant.load !8
  %3 = load ptr, ptr %2, align 8, !invariant.load !8, !dereferenceable !9
  %wide.load = load <2 x float>, ptr %3, align 4, !invariant.load !8, !alias.scope !3, !noalias !6
  %4 = fadd reassoc <2 x float> %wide.load, <float 0.000000e+00, float -0.000000e+00>
  %5 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %wide.load2 = load <2 x float>, ptr %5, align 4, !invariant.load !8, !alias.scope !3, !noalias !6
  %6 = fadd reassoc <2 x float> %4, %wide.load2
  %7 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %wide.load3 = load <2 x float>, ptr %7, align 4, !invariant.load !8, !alias.scope !3, !noalias !6
  %8 = fadd reassoc <2 x float> %6, %wide.load3
  %9 = tail call reassoc float @llvm.vector.reduce.fadd.v2f32(float -0.000000e+00, <2 x float> %8)
  %10 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %11 = load ptr, ptr %10, align 8, !invariant.load !8, !dereferenceable !10
  store float %9, ptr %11, align 4, !alias.scope !6, !noalias !3
  ret ptr null
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>) #2

attributes #0 = { nofree norecurse nosync nounwind uwtable "frame-pointer"="all" "prefer-vector-width"="256" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0, !1}
!xla_cpu_memory_region_name = !{!2}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"xla_dylib_index", i64 0}
!2 = !{!"xla_cpu_emitter__loop_fusion_kernel_emitter__hlo_opcode__fusion"}
!3 = !{!4}
!4 = distinct !{!4, !5, !"copy_reduce_fusion_wrapped: argument 0"}
!5 = distinct !{!5, !"copy_reduce_fusion_wrapped"}
!6 = !{!7}
!7 = distinct !{!7, !5, !"copy_reduce_fusion_wrapped: argument 1"}
!8 = !{}
!9 = !{i64 24}
!10 = !{i64 4}
