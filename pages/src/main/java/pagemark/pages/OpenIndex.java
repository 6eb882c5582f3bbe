package pagemark.pages;

import java.time.Duration;
import java.time.InstantSource;
import pagemark.index.IndexSettings;
import pagemark.index.IndexStore;
import pagemark.index.IndexStores;
import pagemark.index.PageIndexReader;
import pagemark.pages.page.Circuit.TimedIndex;

/// An index that pages are read from. It can be opened and connected to while what else [Pages]
/// needs is still being made.
public final class OpenIndex implements AutoCloseable {
  /// The least timeout of a call that must connect: the first one, which also loads classes, and
  /// one after a silence.
  private static final Duration CONNECTING_CALL_MAX = Duration.ofSeconds(2);

  /// The timeouts of the store's single steps: to connect, to log in, to ask for the cluster's
  /// slots. The timeout of the call ends them earlier. AWS gives such commands a second
  /// (docs/decisions/0008-cache-authentication.md).
  private static final Duration STEP_MAX = Duration.ofSeconds(1);

  private final IndexStore store;
  private final TimedIndex reader;

  private OpenIndex(IndexStore store, TimedIndex reader) {
    this.store = store;
    this.reader = reader;
  }

  /// Opens the index; it calls no server yet.
  ///
  /// @param timeout how long a call may take; one that must connect has at least 2 s
  /// @throws IllegalArgumentException if no store on the class path knows the scheme of the URL, or
  ///   if the URL is malformed
  public static OpenIndex of(String url, Duration timeout, InstantSource clock) {
    IndexSettings timeouts =
        new IndexSettings(IndexSettings.DEFAULT.fencePeriod(), STEP_MAX, longer(STEP_MAX, timeout));
    IndexStore store = IndexStores.open(url, timeouts);
    return new OpenIndex(
        store,
        new TimedIndex(store.reader(), longer(CONNECTING_CALL_MAX, timeout), timeout, clock));
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  PageIndexReader reader() {
    return reader;
  }

  /// Connects before the first call. If that fails, the first call connects.
  public void connect() {
    try {
      store.connect();
    } catch (RuntimeException _) {
      // the first call reports the failure, if it lasts
    }
  }

  /// Gives the next call the timeout of one that connects.
  void beginAnew() {
    reader.beginAnew();
  }

  /// Closes all connections; the next call connects again.
  void disconnect() {
    store.disconnect();
    reader.beginAnew();
  }

  @Override
  public void close() {
    store.close();
  }
}
