/// The answers to a question: a [Page] or [Facets], each with its [Cost].
@NullMarked
package pagemark.pages.result;

import org.jspecify.annotations.NullMarked;
