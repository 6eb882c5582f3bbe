package pagemark.local.pump;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.Record;

/// Converts stream records to JSON, in the shape in which Lambda passes them to a function.
final class StreamEventJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private StreamEventJson() {}

  /// The event for a batch.
  static ObjectNode event(List<StreamRecord> batch) {
    ArrayNode records = NODES.arrayNode();
    batch.forEach(record -> records.add(record.json()));
    return NODES.objectNode().set("Records", records);
  }

  static ObjectNode record(Record record, String streamArn) {
    ObjectNode json = NODES.objectNode();
    json.put("eventID", record.eventID());
    json.put("eventName", record.eventNameAsString());
    json.put("eventVersion", record.eventVersion());
    json.put("eventSource", record.eventSource());
    json.put("awsRegion", record.awsRegion());
    json.set("dynamodb", change(record.dynamodb()));
    json.put("eventSourceARN", streamArn);
    if (record.userIdentity() != null) {
      json.set("userIdentity", identity(record.userIdentity()));
    }
    return json;
  }

  private static ObjectNode identity(Identity identity) {
    return NODES
        .objectNode()
        .put("type", identity.type())
        .put("principalId", identity.principalId());
  }

  private static ObjectNode change(software.amazon.awssdk.services.dynamodb.model.StreamRecord s) {
    ObjectNode json = NODES.objectNode();
    json.put("ApproximateCreationDateTime", s.approximateCreationDateTime().getEpochSecond());
    json.set("Keys", item(s.keys()));
    if (s.hasNewImage()) {
      json.set("NewImage", item(s.newImage()));
    }
    if (s.hasOldImage()) {
      json.set("OldImage", item(s.oldImage()));
    }
    json.put("SequenceNumber", s.sequenceNumber());
    json.put("SizeBytes", s.sizeBytes());
    json.put("StreamViewType", s.streamViewTypeAsString());
    return json;
  }

  static ObjectNode item(Map<String, AttributeValue> attributes) {
    ObjectNode json = NODES.objectNode();
    attributes.forEach((name, value) -> json.set(name, value(value)));
    return json;
  }

  private static ObjectNode value(AttributeValue value) {
    return NODES.objectNode().set(typeName(value), content(value));
  }

  /// The name of a value's type. DynamoDB Local's GetRecords returns an empty map as `{}` without a
  /// type. A type that the SDK does not know looks the same here. Taken as a map, it is poison in
  /// an attribute that a listing uses, and ignored in any other.
  private static String typeName(AttributeValue value) {
    return switch (value.type()) {
      case NUL -> "NULL";
      case UNKNOWN_TO_SDK_VERSION -> "M";
      case S, N, B, BOOL, SS, NS, BS, L, M -> value.type().name();
    };
  }

  private static JsonNode content(AttributeValue value) {
    return switch (value.type()) {
      case S -> NODES.textNode(value.s());
      case N -> NODES.textNode(value.n());
      case B -> NODES.binaryNode(value.b().asByteArray());
      case BOOL -> NODES.booleanNode(value.bool());
      case NUL -> NODES.booleanNode(true);
      case SS -> array(value.ss().stream().map(NODES::textNode).toList());
      case NS -> array(value.ns().stream().map(NODES::textNode).toList());
      case BS ->
          array(value.bs().stream().map(SdkBytes::asByteArray).map(NODES::binaryNode).toList());
      case L -> array(value.l().stream().map(StreamEventJson::value).toList());
      case M -> item(value.m());
      case UNKNOWN_TO_SDK_VERSION -> NODES.objectNode();
    };
  }

  private static ArrayNode array(Collection<? extends JsonNode> elements) {
    return NODES.arrayNode().addAll(elements);
  }
}
