package pagemark.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import pagemark.api.RequestPath.UrlText;
import pagemark.listing.Choice;
import pagemark.pages.result.Page;
import pagemark.pages.scope.Numbering;
import pagemark.pages.scope.Scope;
import pagemark.pages.scope.SortWindow;
import pagemark.pages.scope.Start;

/// The links of a page, by relation. They are path-absolute, with the parameters always in this
/// order: group, where the page starts, size, sort, order, filters, from, to, prefix, during, zone,
/// numbering, fields, only.
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

  /// @param given the parameters of the request that the links repeat
  static Links of(Page page, SequencedMap<String, String> given) {
    SequencedMap<String, String> links = new LinkedHashMap<>();
    Scope scope = page.scope();
    links.put("self", url(scope, text(page.start()), given));
    links.put("first", url(scope, text(page.first()), given));
    page.prev().ifPresent(prev -> links.put("prev", url(scope, text(prev), given)));
    page.next().ifPresent(next -> links.put("next", url(scope, text(next), given)));
    page.last().ifPresent(last -> links.put("last", url(scope, text(last), given)));
    String first = text(Start.first(scope));
    page.earlier().ifPresent(window -> links.put("earlier", url(scope, first, in(window, given))));
    page.later().ifPresent(window -> links.put("later", url(scope, first, in(window, given))));
    return new Links(links, canonical(page, given));
  }

  /// The addresses in place of a page whose items do not fit into one answer: `next` for callers
  /// who read forward, `prev` for those who read backward. Empty without cursors.
  static SequencedMap<String, String> around(
      Page page, Page.Fit.Apart apart, SequencedMap<String, String> given) {
    SequencedMap<String, String> links = new LinkedHashMap<>();
    apart.end().ifPresent(end -> links.put("prev", url(page.scope(), text(end), given)));
    apart.begin().ifPresent(begin -> links.put("next", url(page.scope(), text(begin), given)));
    return links;
  }

  /// The same links, each behind a prefix.
  Links behind(String prefix) {
    return new Links(behind(prefix, byRelation), canonical == null ? null : prefix + canonical);
  }

  static SequencedMap<String, String> behind(String prefix, SequencedMap<String, String> links) {
    SequencedMap<String, String> all = new LinkedHashMap<>();
    links.forEach((relation, link) -> all.put(relation, prefix + link));
    return all;
  }

  private static SequencedMap<String, String> in(
      SortWindow window, SequencedMap<String, String> given) {
    SequencedMap<String, String> moved = new LinkedHashMap<>(given);
    moved.putAll(window.parameters());
    return moved;
  }

  /// The address without parameters that equal the listing's defaults, and with the number of the
  /// page if it has one.
  private static @Nullable String canonical(Page page, SequencedMap<String, String> given) {
    Scope scope = page.scope();
    if (page.counted().isEmpty()) {
      return null;
    }
    SequencedMap<String, String> differing = new LinkedHashMap<>(given);
    differing.remove("size", Integer.toString(scope.listing().pageSize().byDefault()));
    differing.remove("order", scope.listing().order().text());
    scope.selection().choices().stream()
        .filter(Choice::isAll)
        .forEach(choice -> differing.remove(choice.filter().name()));
    Start.Counted counted = page.counted().get().numbered(scope.size());
    boolean isFirst = counted.from(scope.size()) == 0 && scope.numbering() == Numbering.FROM_FIRST;
    return url(scope, isFirst ? "" : text(counted), differing);
  }

  private static String text(Start start) {
    return switch (start) {
      case Start.Counted counted -> counted.parameter() + "=" + counted.value();
      case Start.Newest() -> "";
      case Start.Cursor(_, var text) -> "cursor=" + text;
      case Start.At(_, _, var text) -> "at=" + UrlText.encoded(text);
      case Start.Item(_, var texts) ->
          texts.stream()
              .map(text -> "item=" + UrlText.encoded(text))
              .collect(Collectors.joining("&"));
    };
  }

  private static String url(Scope scope, String start, SequencedMap<String, String> given) {
    List<String> group = scope.groupParts();
    boolean inPath = group.stream().allMatch(UrlText::fitsPath);
    List<String> query = new ArrayList<>();
    if (!inPath) {
      group.forEach(part -> query.add("group=" + UrlText.encoded(part)));
    }
    if (!start.isEmpty()) {
      query.add(start);
    }
    given.forEach((name, value) -> query.add(name + "=" + UrlText.encoded(value)));
    String listing = "/" + scope.listing().path();
    String path = inPath && !group.isEmpty() ? listing + "/" + String.join("/", group) : listing;
    return query.isEmpty() ? path : path + "?" + String.join("&", query);
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
