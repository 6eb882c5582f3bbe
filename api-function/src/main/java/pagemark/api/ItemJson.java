package pagemark.api;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Writes items as plain JSON: S as a string, N as a number with all its digits, B as base64, sets
/// as sorted arrays; BOOL, NULL, lists and maps as JSON has them. Everything in them that DynamoDB
/// leaves unordered is sorted, so that equal items have equal texts, and so equal entity tags.
record ItemJson(JsonGenerator json) {
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  /// Writes an item's attributes in their order.
  void write(Map<String, AttributeValue> item) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, AttributeValue> entry : item.entrySet()) {
      json.writeFieldName(entry.getKey());
      value(entry.getValue());
    }
    json.writeEndObject();
  }

  private void value(AttributeValue value) throws IOException {
    switch (value.type()) {
      case S -> json.writeString(value.s());
      case N -> number(value.n());
      case B -> json.writeString(base64(value.b()));
      case BOOL -> json.writeBoolean(value.bool());
      case NUL -> json.writeNull();
      case M -> write(new TreeMap<>(value.m()));
      case L -> list(value.l());
      case SS -> strings(value.ss().stream().sorted().toList());
      case BS -> strings(value.bs().stream().map(ItemJson::base64).sorted().toList());
      case NS -> numbers(value.ns().stream().map(BigDecimal::new).sorted().toList());
      case UNKNOWN_TO_SDK_VERSION -> throw new IOException("an attribute of an unknown type");
    }
  }

  /// Writes DynamoDB's text if it is valid JSON; else an equal number that is.
  private void number(String text) throws IOException {
    json.writeNumber(NUMBER.matcher(text).matches() ? text : new BigDecimal(text).toString());
  }

  private void list(List<AttributeValue> values) throws IOException {
    json.writeStartArray();
    for (AttributeValue value : values) {
      value(value);
    }
    json.writeEndArray();
  }

  private void strings(List<String> texts) throws IOException {
    json.writeStartArray();
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private void numbers(List<BigDecimal> numbers) throws IOException {
    json.writeStartArray();
    for (BigDecimal number : numbers) {
      json.writeNumber(number.toString());
    }
    json.writeEndArray();
  }

  private static String base64(SdkBytes bytes) {
    return Base64.getEncoder().encodeToString(bytes.asByteArrayUnsafe());
  }
}
