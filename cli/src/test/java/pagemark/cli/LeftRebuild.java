package pagemark.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import pagemark.function.FunctionParts;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStores;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.local.data.LocalAccess;
import pagemark.rebuild.Rebuild;
import pagemark.rebuild.RebuildListener;
import pagemark.rebuild.RebuildSetup;
import pagemark.state.Generation;
import pagemark.state.StateTable;
import pagemark.sync.StreamedTable;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Leaves rebuilds of the notes unfinished, as a run that is stopped before its last step does.
record LeftRebuild(FunctionParts parts) implements AutoCloseable {
  static LeftRebuild open(NotesStack stack) throws Exception {
    Listings listings =
        Listings.parse(Files.readString(stack.folder().resolve("listings.json")), Map.of());
    DynamoDbClient dynamo =
        DynamoDbClient.builder()
            .endpointOverride(stack.stack().dynamodb())
            .credentialsProvider(LocalAccess.CREDENTIALS)
            .region(LocalAccess.REGION)
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .build();
    return new LeftRebuild(
        new FunctionParts(
            "notes",
            listings,
            dynamo,
            StateTable.DEFAULT_NAME,
            IndexStores.open(stack.stack().index(), IndexSettings.DEFAULT),
            InstantSource.system()));
  }

  private Listing listing() {
    return parts.listings().find("notes").orElseThrow();
  }

  /// Reads the whole table, and stops.
  ///
  /// @return the generation that it began
  String leave() {
    RebuildSetup setup = RebuildSetup.of(parts, listing().definition(), Runnable::run);
    StreamedTable table = StreamedTable.describe(parts.dynamo(), parts.table());
    Rebuild rebuild = new Rebuild(setup, listing(), table, "left-" + UUID.randomUUID());
    rebuild.begin(1);
    assertEquals(Rebuild.Progress.DONE, rebuild.awaitWriters(() -> true, RebuildListener.NONE));
    assertEquals(Rebuild.Progress.DONE, rebuild.segment(0, () -> true, RebuildListener.NONE));
    rebuild.release();
    return rebuild.generation();
  }

  /// The ids of the live generations, oldest first.
  List<String> generations() {
    return new StateTable(parts.dynamo(), parts.stateTable())
        .live("notes").stream().map(Generation::id).sorted().toList();
  }

  @Override
  public void close() {
    parts.index().close();
    parts.dynamo().close();
  }
}
