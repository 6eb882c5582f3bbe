/// The words of a question: what is paged through ([Scope]), and where a page of it starts
/// ([Start]).
///
/// Both are plain values. They may use the listings of `shared` and `error`.
@NullMarked
package pagemark.pages.scope;

import org.jspecify.annotations.NullMarked;
