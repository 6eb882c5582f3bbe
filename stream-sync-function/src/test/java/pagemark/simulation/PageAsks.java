package pagemark.simulation;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import pagemark.entry.Order;
import pagemark.entry.Position;
import pagemark.index.Window;
import pagemark.key.PositionCodec;
import pagemark.key.UnfitException;
import pagemark.listing.Choice;
import pagemark.listing.Filter;
import pagemark.listing.Listing;
import pagemark.listing.Selection;
import pagemark.sync.RandomTable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Makes random requests for pages of a [RandomTable]: small pages of every kind, and pages at the
/// cursors of earlier answers.
final class PageAsks {
  private static final int CURSORS_MAX = 4;

  private final Random random;
  private final List<PageAsk> continued = new ArrayList<>();

  PageAsks(Random random) {
    this.random = random;
  }

  /// A request at a cursor of an answer.
  void remember(PageAsk next) {
    if (continued.size() == CURSORS_MAX) {
      continued.removeFirst();
    }
    continued.add(next);
  }

  PageAsk next() {
    if (!continued.isEmpty() && random.nextInt(3) == 0) {
      return continued.remove(random.nextInt(continued.size()));
    }
    String name =
        random.nextInt(4) == 0 ? "by-tag" : random.nextBoolean() ? "comments" : "by-author";
    List<RandomTable.Asked> asked =
        RandomTable.ASKED.stream().filter(each -> each.listing().equals(name)).toList();
    RandomTable.Asked group = asked.get(random.nextInt(asked.size()));
    Listing listing = RandomTable.LISTINGS.find(group.listing()).orElseThrow();
    return ask(listing, group, 1 + random.nextInt(3), random.nextBoolean());
  }

  private PageAsk ask(Listing listing, RandomTable.Asked group, int size, boolean ascending) {
    Order order = ascending ? Order.ASCENDING : Order.DESCENDING;
    boolean stable = random.nextInt(5) == 0;
    StringBuilder url = new StringBuilder(group.url());
    url.append("size=").append(size).append("&order=").append(order.text());
    url.append(stable ? "&numbering=stable" : "");
    Selection selection = Selection.whole(listing.definition());
    for (Filter filter : listing.definition().filters()) {
      if (random.nextInt(4) == 0) {
        Choice choice = choice(filter);
        selection = selection.with(choice);
        url.append('&').append(filter.name()).append('=').append(choice.text());
      }
    }
    Window window = Window.WHOLE;
    if (random.nextInt(3) == 0) {
      int from = 1 + random.nextInt(2);
      AttributeValue low = sort(listing, from);
      AttributeValue high = sort(listing, from + 1 + random.nextInt(2));
      window = new Window(boundary(listing, low, false), boundary(listing, high, false));
      url.append("&from=").append(text(low)).append("&to=").append(text(high));
    }
    PageAsk.Start start = start(listing, size, order, stable);
    return new PageAsk(
        listing, group.name(), size, order, stable, selection, window, start, url.toString());
  }

  private Choice choice(Filter filter) {
    TreeSet<Integer> ordinals = new TreeSet<>(List.of(random.nextInt(3), 1));
    return new Choice(filter, ordinals);
  }

  private PageAsk.Start start(Listing listing, int size, Order order, boolean stable) {
    int kind = random.nextInt(8);
    int number = random.nextInt(1 + random.nextInt(3));
    if (kind == 0) {
      AttributeValue value = sort(listing, 1 + random.nextInt(3));
      Position boundary = boundary(listing, value, order == Order.DESCENDING);
      return new PageAsk.Start.At(boundary, "at=" + text(value));
    }
    if (kind == 1) {
      String key = "item" + random.nextInt(8);
      return new PageAsk.Start.Item(key, "item=" + key);
    }
    if (kind == 2 && !stable) {
      return new PageAsk.Start.Rank(number, "skip=" + number);
    }
    if (kind == 3) {
      return stable ? new PageAsk.Start.Newest("") : new PageAsk.Start.Rank(0, "");
    }
    return new PageAsk.Start.Rank((long) number * size, "page=" + (number + 1));
  }

  private static AttributeValue sort(Listing listing, int value) {
    return listing.name().equals("comments")
        ? fromS("2024-05-0" + value + " 00:00")
        : fromN(Integer.toString(value));
  }

  private static String text(AttributeValue value) {
    String text = value.n() == null ? value.s() : value.n();
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static Position boundary(Listing listing, AttributeValue value, boolean behind) {
    try {
      PositionCodec codec = listing.definition().positions();
      return behind ? codec.behind(value) : codec.before(value);
    } catch (UnfitException e) {
      throw new IllegalStateException(e);
    }
  }
}
