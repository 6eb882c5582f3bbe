package pagemark.benchmark.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import pagemark.benchmark.result.Result;

/// A result as a JSON file.
public final class ResultFile {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          // Earlier results have plots.
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .addModule(
              new SimpleModule()
                  .addSerializer(new InstantText())
                  .addDeserializer(Instant.class, new TextInstant()))
          .build();

  private ResultFile() {}

  public static void write(Result result, Path file) throws IOException {
    Files.writeString(file, JSON.writeValueAsString(result) + "\n");
  }

  public static Result read(Path file) throws IOException {
    return JSON.readValue(Files.readString(file), Result.class);
  }

  private static final class InstantText extends StdSerializer<Instant> {
    private static final long serialVersionUID = 1;

    private InstantText() {
      super(Instant.class);
    }

    @Override
    public void serialize(Instant value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(value.toString());
    }
  }

  private static final class TextInstant extends StdDeserializer<Instant> {
    private static final long serialVersionUID = 1;

    private TextInstant() {
      super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser json, DeserializationContext context) throws IOException {
      return Instant.parse(json.getText());
    }
  }
}
