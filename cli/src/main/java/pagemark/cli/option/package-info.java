/// The options that several commands take, and what they open.
///
/// 1. [ListingsOption] names the definitions, [DynamodbOption] the table's endpoint, [IndexOption]
///    the index. [IndexedListingOptions] has all three, and opens an
///    [IndexedListingOptions.Opened].
/// 2. [Numbers] reads numbers within bounds. [CommandException] is a mistake in an option that only
///    the command can see.
@NullMarked
package pagemark.cli.option;

import org.jspecify.annotations.NullMarked;
