package pagemark.proof;

import static pagemark.proof.TableOrder.byText;

import java.util.List;

/// A table of the last edit of each wiki page; its key is the page's title.
final class EditTable {
  private static final List<String> PAGE = List.of("page");

  /// Two listings by language, both of strings: by ISO time with milliseconds, and by namespace,
  /// where nothing but the bytes of the titles puts most pages in order.
  static final ProvenTable BY_LANGUAGE =
      new ProvenTable(
          """
          {"edits": {"table": "edits", "index": "byTime", "group": {"attribute": "language"},
            "sort": {"attribute": "time", "type": "string"}, "key": [{"attribute": "page"}],
            "attributes": "*"},
          "titles": {"table": "edits", "index": "byNamespace", "group": {"attribute": "language"},
            "sort": {"attribute": "namespace", "type": "string"}, "key": [{"attribute": "page"}],
            "attributes": "*"}}
          """,
          PAGE,
          List.of(
              new TableOrder("edits", "language", byText("time"), PAGE),
              new TableOrder("titles", "language", byText("namespace"), PAGE)));

  private EditTable() {}
}
