/// The servers of a local stack, and the data in them. Enter at [LocalState].
///
/// 1. [LocalDatabase] is DynamoDB Local. It holds `pagemark-state`, and the listed table unless
///    that one is elsewhere.
/// 2. [LocalState.LocalIndex] is the index, in a Redis of the stack's own or at a URL.
/// 3. [LocalDatabase.DataFolder] keeps DynamoDB Local's data from one start to the next
///    (`--data-dir`).
/// 4. [LocalState.ListedTable] is the table of the listings, read through a [TableSource].
///    [TableDesign] makes the request that creates it, and [Sample] what it begins with.
///
/// This package may use the modules' packages, but no other package of the local stack. Whatever it
/// opens is closed by who opened it.
@NullMarked
package pagemark.local.data;

import org.jspecify.annotations.NullMarked;
