/// The answers to a question: a [Page] or [Facets], each with its [Cost]. It may use `error` and
/// `scope`, and calls nothing. A page that is held costs the memory of its items.
@NullMarked
package pagemark.pages.result;

import org.jspecify.annotations.NullMarked;
