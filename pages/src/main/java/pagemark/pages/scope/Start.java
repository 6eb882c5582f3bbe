package pagemark.pages.scope;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import pagemark.entry.Position;
import pagemark.pages.error.PagesException.InvalidParameter;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Where a page starts, as the request says it:
///
/// - [Numbered] and [Skipped]: by count, with `page` or `skip`
/// - [Newest]: at the newest end, with `numbering=stable` and nothing else
/// - [Cursor], [At] and [Item]: at a cursor, a sort value or an item
public sealed interface Start {
  /// More items than any table has, and few enough to count with.
  long COUNT_MAX = 1L << 52;

  /// A page that is counted, by its number or by the items before it. The pages before and after it
  /// are given in the same form, for pages of the same size.
  sealed interface Counted extends Start {
    /// How many items stand before the page, which has `size` items.
    default long from(int size) {
      return switch (this) {
        case Numbered(var page) -> (page - 1) * size;
        case Skipped(var items) -> items;
      };
    }

    /// The same page by its number, if it has one; else itself.
    default Counted numbered(int size) {
      return this instanceof Skipped(var items) && items % size == 0
          ? new Numbered(items / size + 1)
          : this;
    }

    /// The parameter in requests and links: `page` or `skip`.
    default String parameter() {
      return this instanceof Numbered ? "page" : "skip";
    }

    default long value() {
      return switch (this) {
        case Numbered(var page) -> page;
        case Skipped(var items) -> items;
      };
    }

    default Counted first() {
      return this instanceof Numbered ? new Numbered(1) : new Skipped(0);
    }

    /// The page before; empty for the first page.
    default Optional<Counted> prev(int size) {
      if (equals(first())) {
        return Optional.empty();
      }
      return Optional.of(
          switch (this) {
            case Numbered(var page) -> new Numbered(page - 1);
            case Skipped(var items) -> new Skipped(Math.max(0, items - size));
          });
    }

    /// The next page, even if it lies past the end.
    default Counted next(int size) {
      return switch (this) {
        case Numbered(var page) -> new Numbered(page + 1);
        case Skipped(var items) -> new Skipped(items + size);
      };
    }

    /// The last page that holds an item and that `next` leads to; the first page if there are no
    /// items. Of 100 items, from `skip=5` in steps of 10, that is `skip=95`.
    default Counted last(int size, long total) {
      return switch (this) {
        case Numbered _ -> new Numbered(Math.max(1, Start.pages(size, total)));
        case Skipped(var items) -> {
          long offset = items % size;
          yield new Skipped(total <= offset ? 0 : offset + (total - 1 - offset) / size * size);
        }
      };
    }
  }

  /// @param page counted from 1, up to [#COUNT_MAX]
  record Numbered(long page) implements Counted {
    public Numbered {
      if (page < 1 || page > COUNT_MAX) {
        throw new InvalidParameter("page", Long.toString(page), "from 1 to " + COUNT_MAX);
      }
    }
  }

  /// @param items how many stand before the page
  record Skipped(long items) implements Counted {
    public Skipped {
      if (items < 0 || items > COUNT_MAX) {
        throw new InvalidParameter("skip", Long.toString(items), "from 0 to " + COUNT_MAX);
      }
    }
  }

  /// The page with the largest sort values, if pages are counted from the smallest one.
  record Newest() implements Start {}

  /// @param text the cursor as the request gave it
  record Cursor(CursorPoint point, String text) implements Start {}

  /// The page of the first item behind a boundary, in the page's order. If no item follows, it is
  /// the last page.
  ///
  /// @param end the boundary behind the items with the sort value, in the page's order
  /// @param text the sort value, in the form of links
  record At(Position boundary, Position end, String text) implements Start {}

  /// The page that holds an item.
  ///
  /// @param key the item's key attributes
  /// @param texts the values of the key attributes as the request gave them
  record Item(SequencedMap<String, AttributeValue> key, List<String> texts) implements Start {
    public Item {
      key = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(key));
      texts = List.copyOf(texts);
    }

    /// DynamoDB's limit on a sort key, in bytes; a partition key may have twice as many.
    private static final int SORT_KEY_BYTES_MAX = 1024;

    /// The last of the texts whose value is too long for a sort key; empty if none is.
    public Optional<String> longText() {
      List<AttributeValue> values = List.copyOf(key.values());
      return IntStream.range(0, values.size())
          .filter(i -> bytes(values.get(i)) > SORT_KEY_BYTES_MAX)
          .mapToObj(texts::get)
          .reduce((_, last) -> last);
    }

    private static int bytes(AttributeValue value) {
      return value.b() == null
          ? String.valueOf(value.s()).getBytes(UTF_8).length
          : value.b().asByteArrayUnsafe().length;
    }
  }

  /// The page with the first items of a scope, in its order. If pages are counted from the smallest
  /// sort value and shown from the largest, that is the newest one.
  static Start first(Scope scope) {
    return scope.isCountedDown() ? new Newest() : new Numbered(1);
  }

  /// How many pages `total` items make.
  static long pages(int size, long total) {
    return (total + size - 1) / size;
  }
}
