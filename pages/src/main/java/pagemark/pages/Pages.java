package pagemark.pages;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Group;
import pagemark.index.IndexException;
import pagemark.listing.Listing;
import pagemark.listing.json.Listings;
import pagemark.listing.json.Mistake;
import pagemark.pages.cursor.CursorCipher;
import pagemark.pages.error.PagesException;
import pagemark.pages.page.Circuit;
import pagemark.pages.page.FacetsReader;
import pagemark.pages.page.ItemsReader;
import pagemark.pages.page.PageReader;
import pagemark.pages.page.ServingIndex;
import pagemark.pages.page.ServingIndex.ServableListings;
import pagemark.pages.page.SuspectFiling;
import pagemark.pages.request.PageRequest;
import pagemark.pages.result.Bars;
import pagemark.pages.result.Facets;
import pagemark.pages.result.Items;
import pagemark.pages.result.Page;
import pagemark.pages.scope.Room;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.Start;
import pagemark.pages.table.DynamoTableReader;
import pagemark.pages.table.TableReader;
import pagemark.state.CachedGenerations;
import pagemark.state.StateTable;
import pagemark.state.Suspects;
import pagemark.words.DidYouMean;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;

/// Reads pages of listings, by number, by cursor, by sort value or by item.
///
/// ```java
/// try (Pages pages = Pages.open(settings)) {
///   Page page = pages.listing("comments").group("DAFT_PUNK_TSHIRT").size(20).page(292);
/// }
/// ```
///
/// A page usually costs one call of the index and one round trip to DynamoDB, however deep it lies;
/// `Page.cost` says what it was. One object serves the whole process. The store of the index bounds
/// how many threads it answers at a time: 16 on Redis, 10 in SQL.
public final class Pages implements AutoCloseable {
  /// The timeout of filing one suspect; a page files three at most.
  private static final Duration FILING_MAX = Duration.ofMillis(200);

  private final Listings listings;
  private final ServableListings servable;
  private final CursorCipher cursors;
  private final PageReader reader;
  private final FacetsReader facets;
  private final ItemsReader items;
  private final Runnable warmedUp;
  private final Runnable disconnecting;
  private final Runnable closing;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Pages(
      PagesServices services, Runnable warmedUp, Runnable disconnecting, Runnable closing) {
    this.listings = services.listings();
    this.cursors = new CursorCipher(services.cursorKeys(), services.clock());
    CachedGenerations generations = new CachedGenerations(services.generations(), services.clock());
    this.servable = new ServableListings(generations);
    ServingIndex index =
        new ServingIndex(generations, new Circuit(services.index(), services.clock()));
    TableReader table = new DynamoTableReader(services.dynamo());
    this.reader =
        new PageReader(
            index,
            table,
            cursors,
            new SuspectFiling(services.suspects(), services.clock()),
            services.clock());
    this.facets = new FacetsReader(index, services.clock());
    this.items = new ItemsReader(table, services.clock());
    this.warmedUp = warmedUp;
    this.disconnecting = disconnecting;
    this.closing = closing;
  }

  /// Opens the index; it calls no server yet.
  ///
  /// @throws IllegalArgumentException if no store on the class path knows the scheme of the index
  ///   URL, or if the URL is malformed
  public static Pages open(PagesSettings settings) {
    return open(
        settings, OpenIndex.of(settings.indexUrl(), settings.indexTimeout(), settings.clock()));
  }

  /// @param index that of the settings; closed with the pages
  public static Pages open(PagesSettings settings, OpenIndex index) {
    StateTable state = new StateTable(settings.dynamo(), settings.stateTable());
    PagesServices services =
        new PagesServices(
            settings.listings(),
            settings.dynamo(),
            state,
            Suspects.of(state.within(FILING_MAX)),
            index.reader(),
            settings.cursorKeys(),
            settings.clock());
    return new Pages(services, index::beginAnew, index::disconnect, index::close);
  }

  /// Pages that are read with services of the caller, who also closes them.
  public static Pages of(PagesServices services) {
    return new Pages(services, () -> {}, () -> {}, () -> {});
  }

  /// Asks for pages of a listing, in its first sort. If its definition has changed, and the index
  /// is still the old one, they are pages by the old definition, as far as that is safe
  /// ([ServableListings]).
  ///
  /// @throws PagesException.UnknownListing if there is no such listing
  public ListingQuery listing(String name) {
    List<Listing> sorts = listings.ofPath(name);
    if (sorts.isEmpty()) {
      throw unknown(name);
    }
    return new ListingQuery(this, sorts.getFirst(), false);
  }

  /// The listings as they are declared, each with its sorts, the default first.
  public List<Listing> listings() {
    return List.copyOf(listings.byName().values());
  }

  Listing servable(Listing declared) {
    return servable.of(declared);
  }

  /// The sorts of a listing, the default first.
  List<Listing> sorts(Listing listing) {
    return listings.ofPath(listing.path());
  }

  private PagesException.UnknownListing unknown(String name) {
    Set<String> names =
        listings.byName().values().stream()
            .map(Listing::path)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    boolean areForEveryone =
        listings.byName().values().stream().allMatch(listing -> listing.groupClaim() == null);
    return new PagesException.UnknownListing(
        name,
        String.join(", ", names),
        areForEveryone ? DidYouMean.of(name, names) : Optional.empty());
  }

  /// What works in the listings, but may not be meant so. Each begins with its JSON path.
  public List<String> warnings() {
    return listings.warnings().stream().map(Mistake::toString).toList();
  }

  /// Reads the first page of a group that hardly exists, or of the only group, so that the classes
  /// are loaded and the index is connected. The first real question has as much time as if it had
  /// to connect.
  ///
  /// @return empty if it failed; the first real question reports the failure if it lasts
  public Optional<Page> warmUp() {
    Listing first = listings.byName().firstEntry().getValue();
    List<String> group = Collections.nCopies(first.definition().group().parts().size(), "0");
    try {
      return Optional.of(read(Scope.of(first, group), new Start.Numbered(1), Room.ENDLESS));
    } catch (RuntimeException e) {
      return Optional.empty();
    } finally {
      warmedUp.run();
    }
  }

  /// Closes all connections of the index; the next page connects again. For snapshots of the
  /// process, while it reads no page.
  public void disconnect() {
    disconnecting.run();
  }

  /// Closes the index. The DynamoDB client stays open. Pages that are being read may fail with
  /// [PagesException.IndexUnavailable]; later ones throw [IllegalStateException].
  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      closing.run();
    }
  }

  CursorCipher cursors() {
    return cursors;
  }

  Page read(Scope scope, Start start, Room room) {
    return typed(() -> reader.read(PageRequest.of(scope, start, room)));
  }

  Facets facets(Scope scope) {
    return typed(() -> facets.read(scope));
  }

  Bars bars(Scope scope, int most, @Nullable String zone) {
    return typed(() -> facets.bars(scope, most, zone));
  }

  Items items(Listing listing, @Nullable Group group, List<Start.Item> keys, Room room) {
    return typed(() -> items.read(listing, group, keys, room));
  }

  private <T> T typed(Supplier<T> read) {
    if (closed.get()) {
      throw new IllegalStateException("these pages are closed");
    }
    try {
      return read.get();
    } catch (IndexException.NotReady e) {
      throw new PagesException.NotReady(e);
    } catch (IndexException.Unavailable e) {
      throw new PagesException.IndexUnavailable(e);
    } catch (AwsServiceException e) {
      throw e.isThrottlingException() || e.statusCode() >= 500
          ? new PagesException.TableUnavailable(e)
          : e;
    } catch (AbortedException e) {
      throw new PagesException.Interrupted(e);
    } catch (SdkClientException timedOutOrUnreachable) {
      throw new PagesException.TableUnavailable(timedOutOrUnreachable);
    }
  }
}
