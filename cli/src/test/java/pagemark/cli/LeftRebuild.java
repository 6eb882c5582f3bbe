package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import pagemark.function.Wiring;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildSetup;
import pagemark.rebuild.StepEnd;
import pagemark.services.Services;
import pagemark.state.Generation;
import pagemark.sync.StreamedTable;

/// Leaves rebuilds of the notes unfinished, as a run that is stopped before its last step does.
record LeftRebuild(Services services) implements AutoCloseable {
  static LeftRebuild open(NotesStack stack) throws Exception {
    Listings listings =
        Listings.parse(Files.readString(stack.folder().resolve("listings.json")), Map.of());
    return new LeftRebuild(stack.services(listings));
  }

  private Listing listing() {
    return services.listings().find("notes").orElseThrow();
  }

  /// Reads the whole table, and stops.
  ///
  /// @return the generation that it began
  String leave() {
    StreamedTable table = StreamedTable.describe(services.dynamo(), "notes");
    RebuildSetup setup =
        new Wiring(services, table.name(), table.stream())
            .rebuild(listing().definition(), Runnable::run);
    Rebuild rebuild = new Rebuild(setup, listing(), table, "left-" + UUID.randomUUID());
    rebuild.begin(1, () -> true, RebuildListener.NONE);
    assertEquals(StepEnd.DONE, rebuild.awaitWriters(() -> true, RebuildListener.NONE));
    assertEquals(StepEnd.DONE, rebuild.segment(0, () -> true, RebuildListener.NONE));
    rebuild.release();
    return rebuild.generation();
  }

  /// The ids of the live generations, oldest first.
  List<String> generations() {
    return services.state().live("notes").stream().map(Generation::id).sorted().toList();
  }

  @Override
  public void close() {
    services.index().close();
  }
}
