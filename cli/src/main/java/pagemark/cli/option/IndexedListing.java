package pagemark.cli.option;

import pagemark.function.Wiring;
import pagemark.listing.Listing;
import pagemark.services.Services;
import pagemark.sync.StreamedTable;

/// A listing, with the services that a command needs to work on its index.
///
/// @param services have this listing alone
public record IndexedListing(Listing listing, StreamedTable table, Services services)
    implements AutoCloseable {
  /// Makes the parts that read and write the index: rebuild, audit, repair and others.
  public Wiring wiring() {
    return new Wiring(services, table.name(), table.stream());
  }

  @Override
  public void close() {
    services.index().close();
    services.dynamo().close();
  }
}
