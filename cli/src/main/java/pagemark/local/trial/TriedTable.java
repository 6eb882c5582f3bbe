package pagemark.local.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import pagemark.check.ExistingTable;
import pagemark.check.Shown;
import pagemark.check.TableEndpoint;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.local.data.ListedTable;
import pagemark.local.data.TableDesign;
import pagemark.local.data.TableSource;
import pagemark.state.Inexact;
import pagemark.sync.StreamedTable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/// An existing table that is only read. It is checked once, before anything starts.
///
/// @param misfits what a sample of its items says against the listings
public record TriedTable(
    String name, TableSource source, TableDescription table, List<String> misfits)
    implements AutoCloseable {
  /// How many items are compared with the listings before the scan.
  private static final int SAMPLE = 100;

  private static final int READ_UNIT_BYTES = 4096;

  /// @throws StackException if the table cannot be read, or does not fit the listings
  public static TriedTable open(TableEndpoint endpoint, Listings listings) {
    String name = TableDesign.table(listings);
    TableSource source = endpoint.open();
    try {
      ExistingTable existing = ExistingTable.describe(source, name);
      List<Listing> all = List.copyOf(listings.byName().values());
      existing.require(all);
      TableDescription table = existing.description();
      new TableProbe(source, table, existing.questions()).run(listings);
      return new TriedTable(name, source, table, existing.requireItems(all, SAMPLE));
    } catch (RuntimeException e) {
      source.close();
      throw e;
    }
  }

  boolean isFollowed() {
    return isFollowed(table);
  }

  /// Whether a table has a stream that tells what an item was and is.
  static boolean isFollowed(TableDescription table) {
    return StreamedTable.of(table.tableName(), table).fault() == null;
  }

  public ListedTable listed() {
    String stream = isFollowed() ? table.latestStreamArn() : StreamedTable.NONE;
    StreamedTable identity =
        new StreamedTable(
            name, table.tableArn(), stream, null, table.itemCount(), table.tableSizeBytes());
    return new ListedTable(source, identity, isFollowed(), true);
  }

  /// Lines to print before the indexes are built: what that will read, and what pages will show.
  ///
  /// @param scans the number of listings
  public List<String> notices(int scans) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Reading the table %s %s: about %s by DescribeTable's count. %s read capacity:"
                + " about %s%s. Nothing is written to it",
            name,
            source.where(),
            Shown.count(table.itemCount(), "item"),
            scans == 1 ? "The scan consumes" : scans + " scans, one for each listing, consume",
            Shown.count(
                (table.tableSizeBytes() + READ_UNIT_BYTES - 1) / READ_UNIT_BYTES, "read unit"),
            scans == 1 ? "" : " each"));
    misfits.forEach(misfit -> lines.add("Warning: " + misfit));
    whySnapshot().ifPresent(lines::add);
    return lines;
  }

  /// Why the table is not followed, and what to do; empty if it is followed.
  private Optional<String> whySnapshot() {
    if (isFollowed()) {
      return Optional.empty();
    }
    String why =
        StreamedTable.of(name, table).fault() == Inexact.Cause.STREAM_WITHOUT_IMAGES
            ? ("its stream has %s, not NEW_AND_OLD_IMAGES. A stream cannot be changed: for pages"
                    + " that follow the table, switch it off and on again, for all who read it")
                .formatted(table.streamSpecification().streamViewTypeAsString())
            : "it has no stream. For pages that follow the table, switch on a stream with"
                + " NEW_AND_OLD_IMAGES";
    return Optional.of(
        ("Pages show a snapshot of the table %s, without what is written to it from now on:"
                + " %s, and start again")
            .formatted(name, why));
  }

  @Override
  public void close() {
    source.close();
  }
}
