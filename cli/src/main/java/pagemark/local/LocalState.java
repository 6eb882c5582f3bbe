package pagemark.local;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import pagemark.index.IndexException;
import pagemark.listing.Listing;
import pagemark.listing.Listings;
import pagemark.state.StateTable;
import pagemark.state.SuspectItems;
import pagemark.state.Suspects;
import pagemark.sync.EmptyTableBuild;
import pagemark.sync.StreamedTable;

/// The data of a local stack: `pagemark-state`, the index, and the listed table, which may be
/// elsewhere.
record LocalState(
    Listings listings,
    LocalDatabase database,
    LocalIndex index,
    ListedTable listed,
    StateTable items,
    InstantSource clock) {
  private static final String STATE_TABLE = StateTable.DEFAULT_NAME;

  /// Opens the listed table, and creates `pagemark-state` if it is missing.
  ///
  /// @param table opens the listed table
  static LocalState open(
      Listings listings,
      LocalDatabase database,
      LocalIndex index,
      Function<LocalDatabase, ListedTable> table) {
    ListedTable listed = table.apply(database);
    database.create(StateTable.creation(STATE_TABLE));
    return new LocalState(
        listings,
        database,
        index,
        listed,
        new StateTable(database.dynamo(), STATE_TABLE),
        InstantSource.system());
  }

  StreamedTable table() {
    return listed.identity();
  }

  Suspects suspects() {
    return new SuspectItems(database.dynamo(), STATE_TABLE);
  }

  /// Makes sure that every listing has a complete index. It builds one only on an empty table,
  /// which is quick.
  ///
  /// @return for each listing that has none, a line that says why
  /// @throws StackException if the index cannot be reached
  List<String> buildIndexes(IndexTrust trust) {
    EmptyTableBuild build =
        new EmptyTableBuild(
            database.dynamo(), items, index.store().markers(), index.store().writer());
    List<String> lines = new ArrayList<>();
    try {
      for (Listing listing : listings.byName().values()) {
        trust
            .ensure(build, listing)
            .ifPresent(
                why -> lines.add(listing.name() + ": pages but the first answer 503: " + why));
      }
      return lines;
    } catch (IndexException.Unavailable e) {
      throw new StackException(
          "the index at %s cannot be used: %s".formatted(index.address(), e.getMessage()), e);
    }
  }
}
