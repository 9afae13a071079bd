import { adminOnly } from '../access.ts';
import { MAX_IMAGE_HOSTS, MAX_NAME_LENGTH } from '../limits.ts';
import { operationsTagged } from '../operation.ts';
import { input, list, text, type Static } from '../schema.ts';

export const ImageHosts = input(
  'The hosts from which texts of the account may show pictures, and maps their regions.',
  {
    hosts: list(
      text(
        'A host: `images.example.com`, or `*.example.com` for every host below `example.com`; perhaps with a port. Pictures are ' +
          'loaded by HTTPS, from a loopback host also without.',
        { maxLength: MAX_NAME_LENGTH, example: 'images.example.com' },
      ),
      'The hosts; with an empty list, the default, no picture of another host is shown.',
      { maxItems: MAX_IMAGE_HOSTS, uniqueItems: true },
    ),
  },
);
export type ImageHosts = Static<typeof ImageHosts>;

const path = '/api/v1/app-config/image-hosts';
const operation = operationsTagged('App Theme');

export const imageHostOperations = {
  getImageHosts: operation(`GET ${path}`, {
    summary: 'Get the hosts of pictures',
    description:
      'The hosts that pictures in texts may come from. Pages of the console and embedded surfaces name them in their content ' +
      'security policy and load none from elsewhere; charts load none at all. Maps may load their regions from the same hosts: a report that names another is refused.',
    access: adminOnly,
    answer: ImageHosts,
  }),
  updateImageHosts: operation(`PUT ${path}`, {
    summary: 'Set the hosts of pictures',
    description:
      'Replaces the list, for pages that are opened from then on. The operator of a listed host learns who looks at a text ' +
      'with a picture of it, and when.',
    access: adminOnly,
    body: ImageHosts,
    answer: ImageHosts,
  }),
};
