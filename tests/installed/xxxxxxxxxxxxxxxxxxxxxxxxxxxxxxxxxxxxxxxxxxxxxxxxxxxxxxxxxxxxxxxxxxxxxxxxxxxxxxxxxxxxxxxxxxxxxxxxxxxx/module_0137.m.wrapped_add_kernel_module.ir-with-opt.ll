; ModuleID = '__compute_module_wrapped_add_kernel_module'
source_filename = "__compute_module_wrapped_add_kernel_module"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn uwtable
define noalias noundef ptr @wrapped_add(ptr readonly captures(none) %0) local_unnamed_addr #0 {
wrapped_add_wrapped.exit:
  %1 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %2 = load ptr, ptr %1, align 8, !invariant.load !3
  %3 = load ptr, ptr %2, align 8, !invariant.load !3, !dereferenceable !4
  %4 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %5 = load ptr, ptr %4, align 8, !invariant.load !3, !dereferenceable !4
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 32
  %7 = load ptr, ptr %6, align 8, !invariant.load !3, !dereferenceable !4
  tail call void @llvm.experimental.noalias.scope.decl(metadata !5)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !8)
  tail call void @llvm.experimental.noalias.scope.decl(metadata !10)
  %8 = load float, ptr %3, align 4, !invariant.load !3, !alias.scope !5, !noalias !12
  %9 = load float, ptr %5, align 4, !invariant.load !3, !alias.scope !8, !noalias !13
  %10 = fadd float %8, %9
  store float %10, ptr %7, align 4, !alias.scope !10, !noalias !14
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %12 = load float, ptr %11, align 4, !invariant.load !3, !alias.scope !5, !noalias !12
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 4
  %14 = load float, ptr %13, align 4, !invariant.load !3, !alias.scope !8, !noalias !13
  %15 = fadd float %12, %14
  %16 = getelementptr inbounds nuw i8, ptr %7, i64 4
  store float %15, ptr %16, align 4, !alias.scope !10, !noalias !14
  %17 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %18 = load float, ptr %17, align 4, !invariant.load !3, !alias.scope !5, !noalias !12
  %19 = getelementptr inbounds nuw i8, ptr %5, i64 8
  %20 = load float, ptr %19, align 4, !invariant.load !3, !alias.scope !8, !noalias !13
  %21 = fadd float %18, %20
  %22 = getelementptr inbounds nuw i8, ptr %7, i64 8
  store float %21, ptr %22, align 4, !alias.scope !10, !noalias !14
  ret ptr null
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #1

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn uwtable "frame-pointer"="all" "prefer-vector-width"="256" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!llvm.module.flags = !{!0, !1}
!xla_cpu_memory_region_name = !{!2}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 1, !"xla_dylib_index", i64 0}
!2 = !{!"xla_cpu_emitter__loop_fusion_kernel_emitter__hlo_opcode__fusion"}
!3 = !{}
!4 = !{i64 12}
!5 = !{!6}
!6 = distinct !{!6, !7, !"wrapped_add_wrapped: argument 0"}
!7 = distinct !{!7, !"wrapped_add_wrapped"}
!8 = !{!9}
!9 = distinct !{!9, !7, !"wrapped_add_wrapped: argument 1"}
!10 = !{!11}
!11 = distinct !{!11, !7, !"wrapped_add_wrapped: argument 2"}
!12 = !{!9, !11}
!13 = !{!6, !11}
!14 = !{!6, !9}
