/// The sample that `pagemark local` starts with: product comments, generated from a fixed seed.
/// Enter at [Sample]; the four comments that the documentation shows are in [WorkedExample].
///
/// 1. [CommentGenerator] makes each [Comment], with [Voice] for its text and [Weights] for what is
///    frequent.
/// 2. [ItemLoader] writes them to the table, with the writer of `load`.
///
/// This package knows nothing of the stack. The same number gives the same comments.
@NullMarked
package pagemark.local.sample;

import org.jspecify.annotations.NullMarked;
