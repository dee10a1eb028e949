/** The whole app inside its frame; whoever renders it brings the router and the providers. */
import { Frame } from './layout/Frame';
import { Screens } from './Screens';
import { SessionWatch } from './SessionWatch';

export function App() {
  return (
    <>
      <SessionWatch />
      <Frame>
        <Screens />
      </Frame>
    </>
  );
}
