package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import pagemark.listing.Filter.OpenFilter.OpenValue;
import pagemark.pages.result.Bars;
import pagemark.pages.result.Facets;
import pagemark.pages.result.Items;
import pagemark.pages.result.Page;
import pagemark.pages.scope.Room;
import pagemark.pages.scope.Start;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Writes the bodies of answers as JSON texts; openapi.json describes them. A page's items and its
/// other members are written apart, because the entity tag is made from them too.
///
/// DynamoDB's types become JSON's: numbers keep all their digits, sets become arrays, and binary
/// values Base64.
final class Body {
  private static final JsonFactory JSON = new JsonFactory();

  private Body() {}

  private interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  /// Items as an array.
  static String items(List<Map<String, AttributeValue>> items) {
    return text(
        json -> {
          ItemJson item = new ItemJson(json);
          json.writeStartArray();
          for (var attributes : items) {
            item.write(attributes);
          }
          json.writeEndArray();
        });
  }

  /// All members of an answer with items by key but its items.
  static String others(Items items) {
    return object(
        json -> {
          json.writeArrayFieldStart("missing");
          for (List<String> key : items.missing()) {
            json.writeStartArray();
            for (String part : key) {
              json.writeString(part);
            }
            json.writeEndArray();
          }
          json.writeEndArray();
        });
  }

  /// @param items the page's items as a JSON array
  /// @param others the page's other members as a JSON object
  static String of(String items, String others) {
    return "{\"items\":" + items + ',' + others.substring(1);
  }

  /// All members of a page but its items.
  static String others(Page page, Links links) {
    return others(page, links, true);
  }

  /// The same without totals and the last page, which move while newer items arrive.
  static String steady(Page page, Links links) {
    return others(page, links, false);
  }

  private static String others(Page page, Links links, boolean moving) {
    return object(
        json -> {
          numbers(json, page, moving);
          links(json, page, links, moving);
          json.writeObjectFieldStart("cursors");
          text(json, "before", page.ends().before().map(Start.Cursor::text).orElse(null));
          text(json, "after", page.ends().after().map(Start.Cursor::text).orElse(null));
          json.writeEndObject();
          hint(json, page);
        });
  }

  /// Writes a hint if a page may be empty because somebody joined several values by commas.
  private static void hint(JsonGenerator json, Page page) throws IOException {
    OpenValue value = page.scope().value();
    boolean isInGroup = page.scope().groupParts().stream().anyMatch(part -> part.contains(","));
    String name =
        value != null && value.text().contains(",")
            ? value.filter().name()
            : isInGroup ? "group" : "";
    if (page.items().isEmpty() && page.omitted() == 0 && !name.isEmpty()) {
      json.writeStringField(
          "hint",
          "a comma in %s is part of the value; ask for each of several values by itself"
              .formatted(name));
    }
  }

  /// The room of an answer whose items may take so many bytes.
  static Room room(long itemBytesMax) {
    return new Room(itemBytesMax, Body::bytes);
  }

  /// The bytes of an item in Lambda's response, with a comma. Lambda escapes all quotes and
  /// backslashes of the body again.
  private static long bytes(Map<String, AttributeValue> item) {
    String text = text(json -> new ItemJson(json).write(item));
    long escaped = text.chars().filter(c -> c == '"' || c == '\\').count();
    return text.getBytes(UTF_8).length + escaped + 1;
  }

  /// @param bars empty if none were asked for
  static String of(Facets facets, Optional<Bars> bars) {
    return object(
        json -> {
          json.writeNumberField("totalItems", facets.total());
          exactness(json, facets.exact() && bars.map(Bars::exact).orElse(true));
          json.writeObjectFieldStart("facets");
          for (Facets.Facet facet : facets.byFilter()) {
            json.writeObjectFieldStart(facet.filter());
            for (Map.Entry<String, Long> count : facet.counts().entrySet()) {
              json.writeNumberField(count.getKey(), count.getValue());
            }
            json.writeEndObject();
          }
          json.writeEndObject();
          json.writeObjectFieldStart("means");
          for (Facets.Facet facet : facets.byFilter()) {
            if (facet.mean().isPresent()) {
              json.writeObjectField(facet.filter(), facet.mean().get().value().orElse(null));
            }
          }
          json.writeEndObject();
          if (bars.isPresent()) {
            json.writeArrayFieldStart("bars");
            for (Bars.Bar bar : bars.get().bars()) {
              json.writeStartObject();
              json.writeStringField("from", bar.from());
              json.writeNumberField("items", bar.items());
              json.writeEndObject();
            }
            json.writeEndArray();
          }
        });
  }

  static String of(Problem problem) {
    return object(
        json -> {
          json.writeStringField("type", "about:blank");
          json.writeStringField("title", problem.title());
          json.writeNumberField("status", problem.status());
          json.writeStringField("detail", problem.detail());
          json.writeStringField("message", problem.detail());
          members(json, problem.members());
        });
  }

  private static void members(JsonGenerator json, Map<?, ?> members) throws IOException {
    for (Map.Entry<?, ?> member : members.entrySet()) {
      json.writeFieldName(String.valueOf(member.getKey()));
      if (member.getValue() instanceof Map<?, ?> inner) {
        json.writeStartObject();
        members(json, inner);
        json.writeEndObject();
      } else {
        json.writeObject(member.getValue());
      }
    }
  }

  private static String object(Content members) {
    return text(
        json -> {
          json.writeStartObject();
          members.write(json);
          json.writeEndObject();
        });
  }

  private static String text(Content content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      content.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void numbers(JsonGenerator json, Page page, boolean moving) throws IOException {
    json.writeObjectFieldStart("page");
    if (page.counted().orElse(null) instanceof Start.Numbered(var number)) {
      json.writeNumberField("number", number);
    } else {
      json.writeNullField("number");
      if (page.before().isPresent()) {
        json.writeNumberField("skip", page.before().getAsLong());
      }
    }
    json.writeNumberField("size", page.scope().size());
    if (moving) {
      number(json, "totalItems", page.total());
      number(json, "totalPages", page.totalPages());
      if (page.place().isPresent()) {
        place(json, page.place().get());
      }
    }
    exactness(json, page.exact());
    if (page.scope().isOfKeys()) {
      json.writeBooleanField("verified", false);
    }
    if (page.omitted() > 0) {
      json.writeNumberField("omitted", page.omitted());
    }
    if (page.fit() instanceof Page.Fit.Cut) {
      json.writeBooleanField("cut", true);
    }
    json.writeEndObject();
  }

  private static void place(JsonGenerator json, Page.Place place) throws IOException {
    switch (place) {
      case Page.Place.OfValue(var rank, var ties) -> {
        json.writeNumberField("rank", rank);
        json.writeNumberField("ties", ties);
      }
      case Page.Place.OfItem(var rank, var ofValue) -> {
        json.writeNumberField("rank", rank);
        if (ofValue.isPresent()) {
          json.writeNumberField("rankOfValue", ofValue.getAsLong());
        }
      }
    }
  }

  private static void number(JsonGenerator json, String name, OptionalLong number)
      throws IOException {
    if (number.isEmpty()) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, number.getAsLong());
    }
  }

  /// Writes `exact` only if it is false.
  private static void exactness(JsonGenerator json, boolean exact) throws IOException {
    if (!exact) {
      json.writeBooleanField("exact", false);
    }
  }

  private static void links(JsonGenerator json, Page page, Links links, boolean moving)
      throws IOException {
    json.writeObjectFieldStart("links");
    for (String relation : Links.RELATIONS) {
      if (moving || !relation.equals("last")) {
        text(json, relation, links.byRelation().get(relation));
      }
    }
    if (page.scope().window() != null) {
      for (String relation : Links.WINDOW_RELATIONS) {
        text(json, relation, links.byRelation().get(relation));
      }
    }
    json.writeEndObject();
  }

  private static void text(JsonGenerator json, String name, @Nullable String text)
      throws IOException {
    if (text == null) {
      json.writeNullField(name);
    } else {
      json.writeStringField(name, text);
    }
  }
}
