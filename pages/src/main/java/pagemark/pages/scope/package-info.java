/// The words of a question: what is paged through ([Scope]), and where a page of it starts
/// ([Start]).
@NullMarked
package pagemark.pages.scope;

import org.jspecify.annotations.NullMarked;
