package pagemark.stack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.StringReader;
import java.net.URLEncoder;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/// Reads the outputs of a stack from the answer of CloudFormation's DescribeStacks.
final class StackOutputs {
  private StackOutputs() {}

  /// The form that asks for a stack.
  static String request(String stack) {
    return "Action=DescribeStacks&Version=2010-05-15&StackName=" + URLEncoder.encode(stack, UTF_8);
  }

  /// The outputs by name.
  ///
  /// @throws AwsException if this is no such answer
  static Map<String, String> of(String answer) {
    Map<String, String> outputs = new TreeMap<>();
    NodeList keys = parsed(answer).getElementsByTagName("OutputKey");
    for (int i = 0; i < keys.getLength(); i++) {
      if (keys.item(i).getParentNode() instanceof Element output) {
        String value = output.getElementsByTagName("OutputValue").item(0).getTextContent();
        outputs.put(keys.item(i).getTextContent(), value);
      }
    }
    return outputs;
  }

  /// The message of an error answer; the whole answer if it has none.
  static String error(String answer) {
    NodeList messages = parsed(answer).getElementsByTagName("Message");
    return messages.getLength() == 0 ? answer : messages.item(0).getTextContent();
  }

  private static Document parsed(String answer) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(new InputSource(new StringReader(answer)));
    } catch (ParserConfigurationException | SAXException | IOException e) {
      throw new AwsException("CloudFormation answers something that is not XML: " + e.getMessage());
    }
  }
}
