/// The sample that `pagemark local` starts with: product comments, generated from a fixed seed.
/// Enter at [Sample], which shows the four comments of the documentation.
///
/// This package knows nothing of the stack. The same number gives the same comments.
@NullMarked
package pagemark.local.sample;

import org.jspecify.annotations.NullMarked;
