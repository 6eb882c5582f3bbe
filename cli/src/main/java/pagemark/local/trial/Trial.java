package pagemark.local.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import pagemark.check.Shown;
import pagemark.listing.Listing;
import pagemark.local.data.LocalState;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildHandler;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildRun;
import pagemark.rebuild.RebuildSetup;
import pagemark.state.rebuild.RebuildCounts;

/// Builds the indexes of an existing table. Items are read from that table; the notes of the
/// rebuild go to the stack's own `pagemark-state`.
public final class Trial {
  private static final String OWNER = "local";
  private static final int SEGMENTS = 4;
  private static final int READ_UNIT_BYTES = 4096;

  private final LocalState state;
  private final TriedTable table;

  public Trial(LocalState state, TriedTable table) {
    this.state = state;
    this.table = table;
  }

  /// The names of the listings to build.
  public List<String> listings() {
    return List.copyOf(state.listings().byName().keySet());
  }

  /// The approximate number of the table's items; DynamoDB updates it every six hours.
  public long itemsAbout() {
    return table.table().itemCount();
  }

  /// Lines to print before the first [#build]: what it will read, and what pages will then show.
  public List<String> notices() {
    List<String> lines = new ArrayList<>();
    long bytes = table.table().tableSizeBytes();
    int scans = state.listings().byName().size();
    lines.add(
        String.format(
            Locale.ROOT,
            "Reading the table %s %s: about %s by DescribeTable's count. %s read capacity:"
                + " about %s%s. Nothing is written to it",
            table.name(),
            table.source().where(),
            Shown.count(itemsAbout(), "item"),
            scans == 1 ? "The scan consumes" : scans + " scans, one for each listing, consume",
            Shown.count((bytes + READ_UNIT_BYTES - 1) / READ_UNIT_BYTES, "read unit"),
            scans == 1 ? "" : " each"));
    table.misfits().forEach(misfit -> lines.add("Warning: " + misfit));
    table.whySnapshot().ifPresent(lines::add);
    return lines;
  }

  /// Builds the index of a listing.
  ///
  /// @throws pagemark.rebuild.RebuildException if the table or the index still fails after retries
  public RebuildCounts build(String listing, RebuildListener listener) {
    Listing built = Optional.ofNullable(state.listings().byName().get(listing)).orElseThrow();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      RebuildSetup setup = RebuildHandler.setup(state.services(), built.definition(), threads);
      Rebuild rebuild = new Rebuild(setup, built, state.table(), OWNER);
      return new RebuildRun(rebuild, threads, listener).run(SEGMENTS, () -> true).counts();
    }
  }
}
