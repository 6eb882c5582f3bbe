/// An index of lists for any source, without DynamoDB: pages by number, totals and filters of what
/// a database, a queue or a program holds elsewhere. docs/index.md has an example.
///
/// The source must give each item a version that rises with each change, and tell with each change
/// where the item was before. Changes may come twice and in any order. [pagemark.list.ListIndex]
/// says what is refused.
@NullMarked
package pagemark.list;

import org.jspecify.annotations.NullMarked;
