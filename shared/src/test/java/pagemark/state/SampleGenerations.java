package pagemark.state;

import java.time.Instant;
import java.util.Set;
import pagemark.listing.Definitions;
import pagemark.listing.IndexDefinition;
import pagemark.listing.Listing;
import pagemark.state.Generation.State;

/// Generations for tests. Many do not care when they were born, or of which table.
public final class SampleGenerations {
  private SampleGenerations() {}

  public static Generation comments(String id, State state) {
    return of(Definitions.comments(), id, state);
  }

  public static Generation of(Listing listing, String id, State state) {
    IndexDefinition definition = listing.definition();
    return of(id, listing.name(), definition, "arn:table", "arn:stream", Instant.EPOCH, state);
  }

  /// A BUILDING generation of a table's stream.
  public static Generation ofStream(Listing listing, String id, String stream, Instant birth) {
    String table = stream.replaceFirst("/stream/.*", "");
    return of(id, listing.name(), listing.definition(), table, stream, birth, State.BUILDING);
  }

  /// Without marks, and never swept.
  public static Generation of(
      String id,
      String listing,
      IndexDefinition definition,
      String table,
      String stream,
      Instant birth,
      State state) {
    return new Generation(
        id, listing, definition, table, stream, birth, state, Set.of(), false, null);
  }
}
