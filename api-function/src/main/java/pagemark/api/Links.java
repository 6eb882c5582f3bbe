package pagemark.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Choice;

/// The links of a page, by relation. They are path-absolute, with the parameters always in this
/// order: group, where the page starts, size, order, filters, from, to, numbering.
///
/// `prev` and `next` of a counted page are counted pages. If the page is at a cursor, or its total
/// is unknown, they are pages at cursors. A page in a window also has `earlier` and `later`.
///
/// @param byRelation without `prev` and `next` at the ends, and without `last` if the total is
///   unknown
/// @param canonical the preferred one of all addresses of the page; null at a cursor
record Links(SequencedMap<String, String> byRelation, @Nullable String canonical) {
  static final List<String> RELATIONS = List.of("self", "first", "prev", "next", "last");
  static final List<String> WINDOW_RELATIONS = List.of("earlier", "later");

  static Links of(Page page, PageCursors cursors) {
    PageRequest request = page.request();
    PageSteps steps = new PageSteps(request, page.place());
    SequencedMap<String, String> links = new LinkedHashMap<>();
    links.put("self", url(request, request.start()));
    links.put("first", url(request, steps.first()));
    Long total = page.total();
    if (page.place() == null || total == null) {
      put(links, "prev", request, cursors.before());
      put(links, "next", request, cursors.after());
    } else {
      steps.prev(total).ifPresent(prev -> links.put("prev", url(request, prev)));
      steps.next(total).ifPresent(next -> links.put("next", url(request, next)));
    }
    if (total != null) {
      links.put("last", url(request, steps.last(total)));
    }
    windows(links, request);
    return new Links(links, canonical(page));
  }

  /// The address without parameters that equal the listing's defaults, and with the number of the
  /// page if it has one.
  private static @Nullable String canonical(Page page) {
    PageRequest request = page.request();
    if (page.place() == null) {
      return null;
    }
    SequencedMap<String, String> given = new LinkedHashMap<>(request.given());
    given.remove("size", Integer.toString(request.listing().pageSize().byDefault()));
    given.remove("order", request.listing().order().text());
    request.selection().choices().stream()
        .filter(Choice::isAll)
        .forEach(choice -> given.remove(choice.filter().name()));
    Start.Counted place = page.place().numbered(request.size());
    boolean isFirst =
        place.from(request.size()) == 0 && request.numbering() == Numbering.FROM_FIRST;
    return url(request, isFirst ? "" : text(place), given);
  }

  private static void put(
      SequencedMap<String, String> links,
      String relation,
      PageRequest request,
      @Nullable String cursor) {
    if (cursor != null) {
      links.put(relation, url(request, "cursor=" + cursor, request.given()));
    }
  }

  private static void windows(SequencedMap<String, String> links, PageRequest request) {
    SortWindow window = request.window();
    if (window != null) {
      var codec = request.listing().definition().positions();
      put(links, "earlier", request, window.earlier(codec));
      put(links, "later", request, window.later(codec));
    }
  }

  private static void put(
      SequencedMap<String, String> links,
      String relation,
      PageRequest request,
      Optional<SortWindow> window) {
    window.ifPresent(
        moved -> {
          SequencedMap<String, String> given = new LinkedHashMap<>(request.given());
          given.put("from", moved.fromText());
          given.put("to", moved.toText());
          links.put(relation, url(request, text(new PageSteps(request, null).first()), given));
        });
  }

  private static String url(PageRequest request, Start start) {
    return url(request, text(start), request.given());
  }

  private static String text(Start start) {
    return switch (start) {
      case Start.Counted counted -> counted.parameter() + "=" + counted.value();
      case Start.Newest() -> "";
      case Start.Cursor(_, var text) -> "cursor=" + text;
      case Start.At(_, var text) -> "at=" + GroupText.encoded(text);
      case Start.Item(_, var texts) ->
          texts.stream()
              .map(text -> "item=" + GroupText.encoded(text))
              .collect(Collectors.joining("&"));
    };
  }

  private static String url(PageRequest request, String start, SequencedMap<String, String> given) {
    String group = request.group().text();
    boolean inPath = GroupText.fitsPath(group);
    List<String> query = new ArrayList<>();
    if (!inPath) {
      query.add("group=" + GroupText.encoded(group));
    }
    if (!start.isEmpty()) {
      query.add(start);
    }
    given.forEach((name, value) -> query.add(name + "=" + readable(value)));
    String path = "/" + request.listing().name() + (inPath ? "/" + group : "");
    return query.isEmpty() ? path : path + "?" + String.join("&", query);
  }

  /// Encodes a value but for its commas: a query may hold them (RFC 3986), and lists of values read
  /// better so.
  private static String readable(String value) {
    return GroupText.encoded(value).replace("%2C", ",");
  }

  /// The value of the Link header (RFC 8288): the registered relations, and `canonical` (RFC 6596).
  String header() {
    SequencedMap<String, String> registered = new LinkedHashMap<>(byRelation);
    registered.keySet().retainAll(RELATIONS);
    if (canonical != null) {
      registered.put("canonical", canonical);
    }
    return registered.entrySet().stream()
        .map(link -> "<%s>; rel=\"%s\"".formatted(link.getValue(), link.getKey()))
        .collect(Collectors.joining(", "));
  }
}
