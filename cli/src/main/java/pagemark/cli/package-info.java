/// The `pagemark` command. Enter at [Pagemark], which has one class for each subcommand.
///
/// 1. Options that several subcommands take are classes of `pagemark.cli.option`.
/// 2. `rebuild`, `audit`, `redrive` and `stats` open an
///    [IndexedListing][pagemark.cli.option.IndexedListingOptions.Opened]: a listing, its table, and
///    its index. They run the code of the deployed functions in this process. `drop` needs no
///    listing.
/// 3. `local` starts a [pagemark.local.LocalStack]; [LocalCommand.ServedStack] builds the indexes
///    of a table that held items before.
/// 4. Progress goes to standard error ([ProgressLine]), the result to standard output.
/// 5. A failure becomes one line and exit code 1 in [Pagemark.FailureHandler].
@NullMarked
package pagemark.cli;

import org.jspecify.annotations.NullMarked;
