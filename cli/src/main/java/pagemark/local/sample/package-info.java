/// The sample that `pagemark local` starts with: product comments, generated from a fixed seed.
/// Enter at [Sample]; the four comments that the documentation shows are in [WorkedExample].
///
/// [CommentGenerator] makes each [Comment], with a [Voice] for its text.
///
/// This package knows nothing of the stack. The same number gives the same comments.
@NullMarked
package pagemark.local.sample;

import org.jspecify.annotations.NullMarked;
