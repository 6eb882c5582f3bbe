package pagemark.api;

import java.time.InstantSource;
import java.util.Optional;
import pagemark.index.IndexStore;
import pagemark.index.PageIndexReader;
import pagemark.listing.json.Listings;
import pagemark.pages.ListedTable;
import pagemark.pages.Pages;
import pagemark.pages.cursor.CursorKeys;

/// A listed table with the API in front of it.
final class Shop extends ListedTable {
  private final Front front;

  /// @param name of the tables, different for every shop
  /// @param definition of one listing
  Shop(String name, String definition) {
    super(name, definition);
    this.front = front(listings(), InstantSource.system(), true);
  }

  Shop(String name, String definition, IndexStore index) {
    super(name, definition, index);
    this.front = front(listings(), InstantSource.system(), true);
  }

  @Override
  public Shop open() {
    super.open();
    return this;
  }

  Front front() {
    return front;
  }

  /// Another API on the same tables and index.
  Front front(Listings listings, InstantSource clock, boolean diagnostics) {
    Pages pages = Pages.of(services(listings, index().reader(), clock));
    return new Front(new PageHandler(pages, clock, diagnostics));
  }

  /// Another API on the same tables and index, with other keys for cursors.
  Front front(Optional<CursorKeys> keys, InstantSource clock) {
    Pages pages = Pages.of(services(listings(), index().reader(), keys, clock));
    return new Front(new PageHandler(pages, clock, false));
  }

  /// Another API on the same tables, with another index.
  Front front(PageIndexReader index, InstantSource clock) {
    return new Front(new PageHandler(Pages.of(services(listings(), index, clock)), clock, true));
  }

  Front front(PageIndexReader index) {
    return front(index, InstantSource.system());
  }
}
